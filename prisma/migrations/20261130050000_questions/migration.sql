-- A gate may ask for an answer, of one caller alone.
ALTER TYPE "GateStatus" ADD VALUE 'ANSWERED';
ALTER TABLE "Gate" ADD COLUMN "respondent" TEXT;

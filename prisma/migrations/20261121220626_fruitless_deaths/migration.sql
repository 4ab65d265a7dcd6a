-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "fruitlessDeaths" INTEGER NOT NULL DEFAULT 0;

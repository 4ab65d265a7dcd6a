-- CreateTable
CREATE TABLE "ProjectMove" (
    "projectId" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "peer" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProjectMove_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "EncryptionKey" (
    "fingerprint" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EncryptionKey_pkey" PRIMARY KEY ("fingerprint")
);

-- What schema.prisma cannot say.

-- While a project moves to another database, triggers of this function on each of its tables let nobody write but the session that moves it.
-- They are there for that time only, so writes cost nothing more at any other.
CREATE FUNCTION refuse_write_of_moving_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('rungraph.moves', true) IS DISTINCT FROM TG_ARGV[0] THEN
    RAISE EXCEPTION 'The project % is being moved to another database.', TG_ARGV[0] USING ERRCODE = 'RG001';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;

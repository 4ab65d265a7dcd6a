-- Sign-ins to MCP servers by OAuth: everybody's, or of one person in one project.
CREATE TABLE "McpSignIn" (
  "id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "server" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "projectId" UUID,
  "userKind" TEXT,
  "userName" TEXT,
  "sealed" TEXT NOT NULL,
  "scope" TEXT,
  "signedInAt" TIMESTAMPTZ(3) NOT NULL,
  "isAnnounced" BOOLEAN NOT NULL,
  CONSTRAINT "McpSignIn_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "McpSignIn" ADD CONSTRAINT "McpSignIn_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "McpSignIn_key_key" ON "McpSignIn" ("key");
CREATE INDEX "McpSignIn_projectId_idx" ON "McpSignIn" ("projectId");
CREATE INDEX "McpSignIn_isAnnounced_idx" ON "McpSignIn" ("isAnnounced");

-- Sign-ins that have begun, for minutes.
CREATE TABLE "McpSignInState" (
  "id" UUID NOT NULL,
  "stateHash" TEXT NOT NULL,
  "server" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "projectId" UUID,
  "userKind" TEXT,
  "userName" TEXT,
  "sealed" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "McpSignInState_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "McpSignInState" ADD CONSTRAINT "McpSignInState_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "McpSignInState_stateHash_key" ON "McpSignInState" ("stateHash");
CREATE INDEX "McpSignInState_projectId_idx" ON "McpSignInState" ("projectId");
CREATE INDEX "McpSignInState_expiresAt_idx" ON "McpSignInState" ("expiresAt");

-- This client at authorization servers, as they registered it.
CREATE TABLE "McpClient" (
  "id" UUID NOT NULL,
  "server" TEXT NOT NULL,
  "issuer" TEXT NOT NULL,
  "sealed" TEXT NOT NULL,
  CONSTRAINT "McpClient_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "McpClient_server_issuer_key" ON "McpClient" ("server", "issuer");

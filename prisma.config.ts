// `prisma generate`, `validate` and `format` look for a schema-engine binary that they never run;
// naming any executable keeps them from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})

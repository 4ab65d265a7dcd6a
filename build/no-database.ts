import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'

/** Lets Prisma's schema engine compare schema files without a server: it asks for the server's version, and no more. */
export const noDatabase: SqlMigrationAwareDriverAdapterFactory = {
  provider: 'postgres',
  adapterName: 'none',
  connect: async () => adapter,
  connectToShadowDb: async () => adapter,
}

const version: SqlResultSet = {
  columnNames: ['exists', 'version', 'numeric_version'],
  columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
  rows: [[true, 'PostgreSQL 18.4', 180_004]],
}

const adapter: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'none',
  queryRaw: async ({ sql }) => (sql.includes('version()') ? version : refuse()),
  executeRaw: refuse,
  executeScript: refuse,
  startTransaction: refuse,
  getConnectionInfo: () => ({ supportsRelationJoins: true }),
  dispose: async () => {},
}

async function refuse(): Promise<never> {
  throw new Error('there is no database to ask')
}

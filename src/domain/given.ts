import { z } from 'zod'
import { declared } from './declared.ts'
import type { Json } from './json.ts'
import type { ObjectKey } from './object-key.ts'

type Slugged = 'Agent' | 'Workflow' | 'DataSet'

const isGiven = (value: unknown) => value !== undefined

/** Fields that a caller must give to an operation. Their types and descriptions are those of the API; the operation checks the values. */
export const needed = {
  text: (description: string) => z.string().describe(description),
  int: (description: string) => z.int().describe(description),
  safeInt: (description: string) =>
    z.number().register(declared, { scalar: 'SafeInt' }).describe(description),
  decimal: (description: string) =>
    z.string().register(declared, { scalar: 'Decimal' }).describe(description),
  flag: (description: string) => z.boolean().describe(description),
  moment: (description: string) => z.date().describe(description),
  json: (description: string) => z.custom<Json>(isGiven).describe(description),
  texts: (description: string) => z.array(z.string()).readonly().describe(description),
  one: <Schema extends z.ZodType>(schema: Schema, description: string) => schema.describe(description),
  many: <Schema extends z.ZodType>(schema: Schema, description: string) =>
    z.array(schema).readonly().describe(description),
  /** The global id of an object, which is read as the id of its row. */
  id: (idOf: string, description: string) =>
    z.string().register(declared, { scalar: 'ID', idOf }).describe(description),
  /** The global id or the slug of an object. */
  key: (keyOf: Slugged, description: string) =>
    z.custom<ObjectKey>(isGiven).register(declared, { scalar: 'ID', keyOf }).describe(description),
}

/** Fields that a caller may leave out. */
export const given = {
  text: (description: string) => needed.text(description).optional(),
  int: (description: string) => needed.int(description).optional(),
  safeInt: (description: string) => needed.safeInt(description).optional(),
  decimal: (description: string) => needed.decimal(description).optional(),
  flag: (description: string) => needed.flag(description).optional(),
  moment: (description: string) => needed.moment(description).optional(),
  json: (description: string) => needed.json(description).optional(),
  texts: (description: string) => needed.texts(description).optional(),
  one: <Schema extends z.ZodType>(schema: Schema, description: string) =>
    needed.one(schema, description).optional(),
  many: <Schema extends z.ZodType>(schema: Schema, description: string) =>
    needed.many(schema, description).optional(),
  id: (idOf: string, description: string) => needed.id(idOf, description).optional(),
  key: (keyOf: Slugged, description: string) => needed.key(keyOf, description).optional(),
}

/** Fields that may also be null, which means something of its own. */
export const givenOrNull = {
  text: (description: string) => given.text(description).nullable(),
  int: (description: string) => given.int(description).nullable(),
  safeInt: (description: string) => given.safeInt(description).nullable(),
  decimal: (description: string) => given.decimal(description).nullable(),
}

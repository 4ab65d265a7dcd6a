import { existsSync } from 'node:fs'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import type { ServerRedactor } from '../../domain/redaction.ts'
import { createRedactor } from '../../redaction/create-redactor.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { knownSecrets } from '../../settings/known-secrets.ts'

/** Reads the settings of a process when a command wants them. */
export interface SettingsReader {
  /** The settings: those that the command fixes, then the environment, then `.env`. @throws SETTING_INVALID */
  read(settled?: Readonly<Record<string, string>>): Config
  /** The environment with `.env`, unchecked. @throws SETTING_INVALID if `.env` cannot be read */
  environment(): Readonly<Record<string, string | undefined>>
  /** Removes secrets from texts (TAS-7): those recognised by their form, and, once the settings are read, those of the settings. */
  redactor(): ServerRedactor
}

/** The variables of `.env` in the working folder are added to `env`. */
export function createSettingsReader(env: NodeJS.ProcessEnv): SettingsReader {
  let redactor = createRedactor({ values: [] })
  const environment = () => {
    loadEnvFile()
    return env
  }
  return {
    environment,
    read: (settled = {}) => {
      const config = readConfig({ ...environment(), ...settled })
      redactor = createRedactor({ values: knownSecrets(env, config) })
      return config
    },
    redactor: () => redactor,
  }
}

/** Into the environment of the process, where the tools of the user look for their own variables. */
function loadEnvFile(): void {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
  } catch (error) {
    throw new RungraphError(
      'SETTING_INVALID',
      { problems: [`.env cannot be read: ${messageOf(error)}.`] },
      error,
    )
  }
}

import type { Config } from '../config.ts'
import { checkFree } from '../http/listen.ts'

export const healthSetting = 'RUNGRAPH_HEALTH_PORT'

/** Says which port of the settings is taken. @throws PORT_IN_USE, HOST_UNUSABLE */
export async function checkPorts({ role, host, port, healthPort }: Config): Promise<void> {
  if (role !== 'worker') await checkFree({ host, port })
  if (healthPort !== null) await checkFree({ host, port: healthPort, setting: healthSetting })
}

import { settings } from '../../src/settings/settings.ts'

/** The settings as a Markdown table. */
export function settingsTable(): string {
  const rows = settings.map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'unset'} | ${description} |`,
  )
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library'
import type { Dependency } from 'rollup-plugin-license'

/** The licences of packages, as their authors wrote them, one package after another. */
export function licenceNotes(packages: readonly Dependency[]): string {
  const notes = distinct(packages).map((one) =>
    [`${idOf(one)} (${one.license ?? 'no licence named'})`, one.licenseText, one.noticeText]
      .filter((text) => typeof text === 'string')
      .map((text) => text.trim())
      .join('\n\n'),
  )
  const head = 'The files of Rungraph hold code of these packages, each under its own licence.'
  return `${[head, ...notes].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** A software bill of materials (CycloneDX 1.6, JSON): the packages in the files of Rungraph, and those that npm installs beside it. */
export function billOfMaterials(packages: readonly Dependency[], packageJson: string): string {
  const own: PackageFile = JSON.parse(packageJson)
  const bom = new Models.Bom()
  const rungraph = toComponent({ ...own, scope: Enums.ComponentScope.Required })
  bom.metadata.component = rungraph
  const components = [
    ...distinct(packages).map((one) => ({ ...one, scope: Enums.ComponentScope.Required })),
    ...Object.entries(own.optionalDependencies).map(([name, version]) => ({
      ...{ name, version, license: null, scope: Enums.ComponentScope.Optional },
    })),
  ].map(toComponent)
  for (const component of components) {
    bom.components.add(component)
    rungraph.dependencies.add(component.bomRef)
  }
  const format = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return `${new Serialize.JsonSerializer(format).serialize(bom, { sortLists: true, space: 1 })}\n`
}

interface PackageFile {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}

type Listed = Pick<Dependency, 'name' | 'version' | 'license'> & { readonly scope: Enums.ComponentScope }

function toComponent({ name, version, license, scope }: Listed): Models.Component {
  const [group, short] = name?.startsWith('@') ? name.split('/') : [undefined, name]
  // The scope's @ is escaped in a package URL, and its slash is not.
  const purl = `pkg:npm/${name?.replace('@', '%40')}@${version}`
  const component = new Models.Component(Enums.ComponentType.Library, short ?? '', {
    ...{ group, scope, purl, version: version ?? undefined, bomRef: purl },
  })
  if (license !== null) component.licenses.add(toLicense(license))
  return component
}

function toLicense(text: string): Models.License {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text)
  return /\b(AND|OR|WITH)\b/.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text)
}

/** Each version of a package once, by name. A folder of a package may name it again, with no licence: that is no other package. */
function distinct(packages: readonly Dependency[]): readonly Dependency[] {
  const licensed = new Set(packages.filter(({ license }) => license !== null).map(({ name }) => name))
  const whole = packages.filter(({ name, license }) => license !== null || !licensed.has(name))
  const byId = new Map(whole.map((one) => [idOf(one), one]))
  return [...byId.values()].toSorted((a, b) => idOf(a).localeCompare(idOf(b)))
}

function idOf({ name, version }: Dependency): string {
  return `${name} ${version}`
}

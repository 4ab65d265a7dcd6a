import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The links of a page that lead to no file below a folder, or to no heading of it. `path` is that of the page in the folder. */
export function deadLinks(folder: string, path: string): readonly string[] {
  const text = (page: string) => readFileSync(join(folder, page), 'utf8')
  const leadsSomewhere = (link: string) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    // Nothing of the outside: it is elsewhere where the folder is elsewhere.
    if (target.startsWith('..') || !existsSync(join(folder, target))) return false
    return anchor === undefined || anchorsIn(text(target)).includes(anchor)
  }
  return linksIn(text(path)).filter((link) => !leadsSomewhere(link))
}

/** What a page links to and shows, but for addresses of the web. */
export function linksIn(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
}

/** The anchors of headings, as the pages of repositories make them. */
function anchorsIn(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, '')
}

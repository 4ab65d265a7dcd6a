import { type Pages, PageTurner } from '../../ui/page-turner.tsx'

/** The way to the other pages of a list. Nothing where all of it is on one page. */
export function Pager(pages: Pages) {
  if (pages.after.length === 0 && !pages.of.pageInfo.hasNextPage) return null
  return <PageTurner {...pages} />
}

import MarkdownToJsx from 'markdown-to-jsx/react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './markdown.module.css'

/**
 * Markdown of a model. It is not trusted: HTML in it is shown as text, a link opens a tab of its own, and an image is a link to it, since
 * the page loads nothing from other hosts. Headings stand below those of the page.
 */
export default function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <MarkdownToJsx options={options}>{text}</MarkdownToJsx>
    </div>
  )
}

const options = {
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  forceBlock: true,
  overrides: {
    a: ({ href, children }: ComponentProps<'a'>) => (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    ),
    img: ({ src, alt }: ComponentProps<'img'>) => (
      <a href={src} target="_blank" rel="noreferrer noopener">
        {alt || 'Image'}
      </a>
    ),
    table: ({ children }: ComponentProps<'table'>) => (
      // A wide table scrolls separately, by keyboard too.
      <div className={styles.table} role="group" aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    pre: ({ children }: ComponentProps<'pre'>) => (
      <pre role="group" aria-label="Code" tabIndex={0}>
        {children}
      </pre>
    ),
    h1: { component: Heading },
    h2: { component: Heading },
    h3: { component: Heading },
    h4: { component: Heading },
    h5: { component: Heading },
    h6: { component: Heading },
  },
} satisfies ComponentProps<typeof MarkdownToJsx>['options']

/** Without the id that the library gives: two answers on one page may have the same headings. */
function Heading({ children }: { readonly children?: ReactNode }) {
  return <h4>{children}</h4>
}

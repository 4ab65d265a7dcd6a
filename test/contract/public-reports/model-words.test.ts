import { describe, expect, it } from 'vitest'
import { describe as sentenceOf } from '../../../src/domain/errors.ts'
import { withoutPage } from '../../../src/domain/text/foreign-text.ts'
import { cpuMs } from '../../support/cpu-time.ts'

/** Reports about words of providers in what a run says: as they came, and the right words. A new report is a row. */
const pages: readonly (readonly [report: string, words: string, right: string])[] = [
  ['a page that is one sentence', '524 <html>error code: 524</html>', '524 error code: 524'],
  [
    'a page with a title, behind its status',
    '502 <html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>',
    '502 Bad Gateway',
  ],
  [
    'a page with styles and scripts, and no title',
    '503 <!DOCTYPE html><html><head><style>h1 { color: red }</style><script>if (1 < 2) go()</script></head><body><!-- id 7 --><h1>Sorry</h1><p>We are busy &amp; will be back.</p></body></html>',
    '503 Sorry We are busy & will be back.',
  ],
  ['a part of a page', '504 <h1>Gateway Timeout</h1>', '504 Gateway Timeout'],
  ['an empty page', '500 <html><body></body></html>', '500 (a web page)'],
  ['a page behind words', 'Upstream said: <html><title>Busy</title></html>', 'Upstream said: Busy'],
  ['a document of XML', '<?xml version="1.0"?><Error><Code>Busy</Code></Error>', 'Busy'],
  ['words with a mark', 'Write <think> first, a < b.', 'Write <think> first, a < b.'],
  ['words in another language', '服务繁忙。', '服务繁忙。'],
]

describe('MOD-4 public reports about words of providers', () => {
  it.each(pages)('%s', (_, words, right) => {
    expect(withoutPage(words)).toBe(right)
  })

  it('a large page is read quickly', () => {
    const began = cpuMs()
    for (const piece of ['<script', '<', '<!--', '<title', '<a '])
      withoutPage(`<html>${piece.repeat(64 * 1024)}`)
    expect(cpuMs() - began).toBeLessThan(2_000)
  })

  it.each(['MODELS_EXHAUSTED', 'ANSWER_REFUSED', 'ANSWER_TOO_LARGE'] as const)(
    '%s: no full stop behind a question',
    (code) => {
      const question = 'Is the base URL right (OPENAI_CHAT_BASE_URL)?'
      const message = sentenceOf(code, { attempts: [`a/m: BAD_REQUEST after 1 try, ${question}`] })
      expect(message).toContain(question)
      expect(message).not.toContain('?.')
      const plain = sentenceOf(code, { attempts: ['a/m: AUTH after 1 try, No'] })
      expect(plain).toContain('after 1 try, No.')
    },
  )
})

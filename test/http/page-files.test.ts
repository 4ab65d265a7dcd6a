import { describe, expect, test } from 'vitest'
import { answerWith, pageFile } from '../../src/http/page-files.ts'

const asked = new Request('http://127.0.0.1/assets/a.css', { headers: { 'accept-encoding': 'gzip' } })

/** A file that cannot be read at first. */
function fileAfter(code: string) {
  let reads = 0
  return pageFile('text/css', async () => {
    reads += 1
    if (reads === 1) throw Object.assign(new Error('It cannot be read.'), { code })
    return Buffer.from(`read ${reads} times`)
  })
}

describe('CON-8 a file of a page', () => {
  test('is gone where it is missing, as another version was built', async () => {
    expect(await answerWith(fileAfter('ENOENT'), asked, Response)).toBeNull()
  })

  test('fails where it cannot be read, and is read again', async () => {
    const file = fileAfter('EMFILE')
    await expect(answerWith(file, asked, Response)).rejects.toThrow('It cannot be read.')
    const answer = await answerWith(file, asked, Response)
    expect(answer?.headers.get('content-encoding')).toBe('gzip')
    expect(await file.content()).toEqual(Buffer.from('read 2 times'))
  })
})

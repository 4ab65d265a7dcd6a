import { mediaFormOf } from './file.ts'
import type { FilePart } from './message.ts'

/** Pixels of an image whose size is not known: those of a photograph. */
const unknownPixels = [2_048, 1_536] as const

type Pixels = readonly [width: number, height: number]

/** "An image costs ⌈width / 28⌉ × ⌈height / 28⌉ visual tokens", at most 4,784 since Claude Opus 4.7 (platform.claude.com, November 2026). */
export function claudeImageTokens(pixels: Pixels): number {
  return Math.min(patches(pixels, 28), 4_784)
}

/** Patches of 32 pixels, without a bound since GPT-5.6 (developers.openai.com/api/docs/guides/images-vision, November 2026). */
export function openAiPatchTokens(pixels: Pixels): number {
  return patches(pixels, 32)
}

/** Tiles of 512 pixels of the image in 2,048 x 2,048, with 768 on its short side (the same page; GPT-4o, and GPT-5 with fewer). */
export function openAiTileTokens(
  [width, height]: Pixels,
  { base, tile }: { base: number; tile: number },
): number {
  const inSquare = Math.min(1, 2_048 / Math.max(width, height))
  const scale = inSquare * Math.min(1, 768 / (inSquare * Math.min(width, height)))
  return base + tile * patches([width * scale, height * scale], 512)
}

/** 258 for each tile of 768 pixels, and for a small image; 1,120 at most for any since Gemini 3 (ai.google.dev, November 2026). */
export function geminiImageTokens([width, height]: Pixels): number {
  if (width <= 384 && height <= 384) return 258
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)))
  return 258 * patches([width, height], unit)
}

function patches([width, height]: Pixels, edge: number): number {
  return Math.ceil(round(width / edge)) * Math.ceil(round(height / edge))
}

/** Without the error of the division: 767.9999 and 768.0001 pixels are 768. */
function round(count: number): number {
  return Math.round(count * 1_000) / 1_000
}

/** A page of PDF: its text, and its image. */
const perPage = { usual: 2_000, most: 4_600 } as const

/** Bytes of a page, from documents with pictures to those of text. */
const pageBytes = { usual: 50_000, least: 15_000 } as const

/** Google's count of a second of audio. */
const perSecond = 32

/** Bytes of a second: of uncompressed speech, and of compressed audio, which may have so few. */
const secondBytes = { wav: 32_000, usual: 12_000, least: 2_000 } as const

/** Bytes of a token of text: few scripts have fewer. */
const bytesPerToken = 3.5

/**
 * The tokens of a file, by estimate: of the vendors' rules the one in the middle, as the model is not known here, and the count of
 * the provider calibrates what follows (CTX-1).
 */
export function fileTokens({ mediaType, byteCount, pixels = unknownPixels }: FilePart): number {
  const form = mediaFormOf(mediaType)
  switch (form) {
    case 'IMAGE':
      return middle(claudeImageTokens(pixels), openAiPatchTokens(pixels), geminiImageTokens(pixels))
    case 'AUDIO':
      return (
        Math.ceil(byteCount / (mediaType === 'audio/wav' ? secondBytes.wav : secondBytes.usual)) * perSecond
      )
    case 'PDF':
    case 'DOCUMENT':
      return Math.ceil(byteCount / pageBytes.usual) * perPage.usual
    case 'TEXT':
      return Math.ceil(byteCount / bytesPerToken)
    default:
      return form satisfies never
  }
}

/** More tokens than a file takes from a model, as `provider/model`: exact for images whose size is known, ample for the others (LIM-9). */
export function mostFileTokens({ mediaType, byteCount, pixels }: FilePart, model: string): number {
  const form = mediaFormOf(mediaType)
  switch (form) {
    case 'IMAGE':
      return mostImageTokens(pixels ?? [4_000, 3_000], model)
    case 'AUDIO':
      return Math.ceil(byteCount / secondBytes.least) * perSecond
    case 'PDF':
    case 'DOCUMENT':
      return Math.ceil(byteCount / pageBytes.least) * perPage.most
    case 'TEXT':
      // No token is shorter than a byte.
      return byteCount
    default:
      return form satisfies never
  }
}

function mostImageTokens(pixels: Pixels, model: string): number {
  if (/^anthropic\//.test(model)) return claudeImageTokens(pixels)
  if (/^(?:google|vertex)\//.test(model)) return Math.max(geminiImageTokens(pixels), 1_120)
  if (/gpt-4o-mini/.test(model)) return openAiTileTokens(pixels, { base: 2_833, tile: 5_667 })
  const perPatch = /nano/.test(model) ? 2.46 : 1.72
  const tiles = openAiTileTokens(pixels, { base: 85, tile: 170 })
  return Math.max(Math.ceil(perPatch * openAiPatchTokens(pixels)), patches(pixels, 28), tiles)
}

function middle(...counts: readonly number[]): number {
  return counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}

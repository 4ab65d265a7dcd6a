import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import * as google from '../../fixtures/streams/google.ts'
import { answered, failureOf, modelRequest, serving } from '../../support/model-call.ts'
import { openProvider, providerRows } from '../../support/provider-rows.ts'

/** Reports about rate limits: how a server says when to ask again, and what it says. A new report is a row. */
interface LimitReport {
  readonly report: string
  /** Default: all of them. */
  readonly providers?: readonly string[]
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  /** Milliseconds; absent: nothing is said. */
  readonly waitMs?: number | undefined
  /** Default: true. */
  readonly passes?: boolean
}

/** Resets are told by the server's own clock. */
const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
const noonSeconds = Date.parse(date) / 1_000
const openAiOnes = ['openai', 'openai-chat']
const googles = ['google', 'vertex']

const said = (message: string) => ({ error: { message, type: 'rate_limit_error' } })

const inWords: readonly LimitReport[] = [
  ['Rate limit reached on tokens per min (TPM): Limit 30000, Used 29900. Please try again in 25s.', 25_000],
  ['Rate limit reached. Please try again in 1m12.5s. Visit the limits page.', 72_500],
  ['Requests per day limit. Please try again in 2h3m4s.', 7_384_000],
  ['Please try again in 350ms.', 350],
  ['Requests have exceeded the call rate limit of your tier. Please retry after 20 seconds.', 20_000],
  ['Please retry after 1 second.', 1_000],
  ['You exceeded your current quota. Please retry in 34.074824224s.', 34_075],
  ['Too many requests, please wait 1 minute and 5 seconds before the next one.', 65_000],
  ['Limit resets in: 45 sec', 45_000],
  ['Rate limited, retrying in approximately 12 seconds may help', 12_000],
  ['Slow down. retry_after: 9', 9_000],
  ['Server is busy. Retry after: 30s', 30_000],
  ['The model will be available again in 90 seconds.', 90_000],
  ['Rate limit hit, next request allowed in 4s', 4_000],
  ['请求过于频繁，请在30秒后重试', 30_000],
  ['Try again in 00:01:30', 90_000],
  ['Please try again in a minute.', 60_000],
  ['Rate limited. Wait one minute.', 60_000],
  ['Rate limit exceeded, retry in 30', 30_000],
  ['Slow down, retry after 30.', 30_000],
  ['The limit resets at 13:05:00.', undefined],
  ['Too many requests in a minute.', undefined],
  ['Do not retry after 3 attempts.', undefined],
  ['Too many requests, please wait before trying again.', undefined],
  ['Rate limit of 60 requests per 1 minute exceeded.', undefined],
].map(([message, waitMs]) => ({
  report: `in words: ${message}`,
  body: said(String(message)),
  waitMs: waitMs === undefined ? undefined : Number(waitMs),
}))

const inHeaders: readonly LimitReport[] = [
  {
    report: 'of two limits, the one that is used up',
    headers: {
      'x-ratelimit-remaining-requests': '59',
      'x-ratelimit-reset-requests': '6m0s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '1.5s',
    },
    waitMs: 1_500,
  },
  {
    report: 'of two that are used up, the later one',
    headers: {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '6m0s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '350ms',
    },
    waitMs: 360_000,
  },
  {
    report: 'none is used up: nothing to wait for is said',
    headers: { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '20s' },
  },
  {
    report: "a minute's limit in seconds, beside a day's that is not used up",
    headers: {
      'x-ratelimit-remaining-tokens-minute': '0',
      'x-ratelimit-reset-tokens-minute': '11.38',
      'x-ratelimit-remaining-requests-day': '900',
      'x-ratelimit-reset-requests-day': '33011.38',
    },
    waitMs: 11_380,
  },
  {
    report: 'seconds since 1970',
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(noonSeconds + 42) },
    waitMs: 42_000,
  },
  {
    report: 'milliseconds since 1970',
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String((noonSeconds + 42) * 1_000) },
    waitMs: 42_000,
  },
  {
    report: 'RFC 3339, of the limits of one vendor that are used up',
    headers: {
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-requests-reset': '2026-11-20T12:00:59Z',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-11-20T12:00:20Z',
      'anthropic-ratelimit-output-tokens-remaining': '0',
      'anthropic-ratelimit-output-tokens-reset': '2026-11-20T12:00:07.500Z',
    },
    waitMs: 20_000,
  },
  {
    report: 'the draft of the standard in one header',
    headers: { ratelimit: '"requests";r=12;t=4, "tokens";r=0;t=30' },
    waitMs: 30_000,
  },
  {
    report: 'an earlier draft of the standard in one header',
    headers: { ratelimit: 'limit=100, remaining=0, reset=50' },
    waitMs: 50_000,
  },
  {
    report: 'retry-after as a date',
    headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:20 GMT' },
    waitMs: 20_000,
  },
  { report: 'retry-after with a unit', headers: { 'retry-after': '20s' }, waitMs: 20_000 },
  { report: 'another spelling', headers: { retry_after: '20' }, waitMs: 20_000 },
  { report: 'another name, in milliseconds', headers: { 'x-ms-retry-after-ms': '1500' }, waitMs: 1_500 },
  { report: 'another name', headers: { 'x-retry-after': '20' }, waitMs: 20_000 },
  { report: 'retry-after-ms', headers: { 'retry-after-ms': '1500', 'retry-after': '2' }, waitMs: 1_500 },
  { report: 'retry-after of nothing', headers: { 'retry-after': '0' } },
  { report: 'retry-after in the past', headers: { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' } },
  { report: 'another name for the wait', headers: { 'x-ratelimit-reset-after': '12.5' }, waitMs: 12_500 },
  {
    report: 'a date with the zone of the server',
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-11-20T13:00:42+01:00' },
    waitMs: 42_000,
  },
  { report: 'a reset alone', headers: { 'ratelimit-reset': '17' }, waitMs: 17_000 },
  {
    report: 'retry-after with a time since 1970',
    headers: { 'retry-after': String(noonSeconds + 13) },
    waitMs: 13_000,
  },
  {
    report: 'the header made for it, before any reset',
    headers: { 'retry-after': '3', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' },
    waitMs: 3_000,
  },
].map((row) => ({ ...row, report: `in headers: ${row.report}` }))

const violation = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaMetric: 'generate_content_free_tier_requests', quotaId }],
})
const exhausted = (...details: readonly Record<string, Json>[]) =>
  google.failure(
    429,
    'RESOURCE_EXHAUSTED',
    'You exceeded your current quota, please check your plan and billing details.',
    details,
  )
const aMinute = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier'
const aDay = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'

const inBodies: readonly LimitReport[] = [
  {
    report: "a field of Google's details",
    body: exhausted(violation(aMinute), google.retryInfo('34.4s')),
    providers: [...googles, 'openai-chat'],
    waitMs: 34_400,
  },
  {
    report: "Google's compatible server puts the error into a list",
    body: [exhausted(violation(aMinute), google.retryInfo('34s'))],
    providers: ['openai-chat'],
    waitMs: 34_000,
  },
  {
    report: 'the quota of a minute without a wait, in the words of a spent one',
    body: exhausted(violation(aMinute)),
    providers: [...googles, 'openai-chat'],
  },
  {
    report: 'the quota of a day, though a wait is sent with it',
    body: exhausted(violation(aDay), google.retryInfo('34s')),
    providers: [...googles, 'openai-chat'],
    waitMs: 34_000,
    passes: false,
  },
  {
    report: 'headers of the server behind a router, in milliseconds since 1970',
    body: {
      error: {
        message: 'Rate limit exceeded: limit_rpm/some-model.',
        code: 429,
        metadata: {
          headers: {
            'X-RateLimit-Limit': '20',
            'X-RateLimit-Remaining': '0',
            'X-RateLimit-Reset': 'IN_42_SECONDS',
          },
        },
      },
    },
    providers: openAiOnes,
    waitMs: 42_000,
  },
  ...[
    { report: 'words', raw: 'some-model is temporarily rate-limited upstream. Please retry in 21s.' },
    { report: 'JSON', raw: JSON.stringify({ error: { message: 'Slow down.', retry_after: 21 } }) },
    { report: 'JSON with words', raw: JSON.stringify({ error: { message: 'Please try again in 21s.' } }) },
    {
      report: 'a list',
      raw: JSON.stringify([exhausted(violation(aMinute), google.retryInfo('21s'))]),
    },
  ].map(({ report, raw }) => ({
    report: `the body of the server behind a hub, as ${report}`,
    body: { error: { message: 'Provider returned error', code: 429, metadata: { raw, provider_name: 'P' } } },
    providers: openAiOnes,
    waitMs: 21_000,
  })),
  {
    report: 'the quota of a gateway that is replenished',
    status: 403,
    body: { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 00:13:12.' },
    providers: openAiOnes,
    waitMs: 792_000,
  },
  {
    report: 'the quota of a gateway that is replenished',
    status: 403,
    body: said('Out of call volume quota. Quota will be replenished in 00:13:12.'),
    waitMs: 792_000,
  },
  {
    report: 'the limit of a key',
    status: 403,
    body: { error: { message: 'Key limit exceeded (monthly limit). Manage it at the page.', code: 403 } },
    passes: false,
  },
  {
    report: 'an allocated quota is one of a minute, whatever its code',
    body: {
      error: {
        message: 'Allocated quota exceeded, please increase your quota limit.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
    providers: openAiOnes,
  },
  {
    report: 'a free allocated quota is spent',
    body: said('Free allocated quota exceeded.'),
    passes: false,
  },
  {
    report: "a router's limit of a day",
    body: {
      error: {
        message: 'Rate limit exceeded: free-models-per-day. Add credits to unlock more requests per day',
        code: 429,
        metadata: { limit_source: 'openrouter_free_tier_daily' },
      },
    },
    providers: openAiOnes,
    passes: false,
  },
  { report: 'a field in seconds', body: { error: { message: 'No.', retry_after: 23 } }, waitMs: 23_000 },
  {
    report: 'a field in milliseconds',
    body: { error: { message: 'No.', details: { retryAfterMs: 1_250 } } },
    providers: openAiOnes,
    waitMs: 1_250,
  },
  {
    report: 'a spent quota, by its code',
    body: { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } },
    providers: openAiOnes,
    passes: false,
  },
  {
    report: 'a budget that is spent, in words',
    body: said('Budget has been exceeded! Current cost: 10.02, Max budget: 5.0'),
    passes: false,
  },
  {
    report: 'a quota of calls by the month',
    body: said('You are using a Trial key, which is limited to 1000 API calls / month.'),
    passes: false,
  },
  {
    report: 'the status says that it is a limit, and the type that it is a request',
    body: { type: 'error', error: { message: 'No.', type: 'invalid_request_error' } },
  },
  {
    report: 'a limit of requests, by its code',
    body: { error: { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' } },
    providers: openAiOnes,
  },
  ...[
    {
      report: 'the words of a spent quota with the code of a rate',
      body: {
        error: {
          message:
            'You exceeded your current quota, please check your plan. Requests rate limit exceeded, please try again later.',
          type: 'limit_requests',
          code: 'limit_requests',
        },
      },
    },
    {
      report: 'a code that says that it passes, beside quota words alone',
      body: { error: { message: 'You exceeded your current quota.', code: 'limit_burst_rate' } },
    },
    {
      report: "a day's quota in the words of a rate",
      body: { error: { message: 'Rate limit exceeded: 50 requests per day.', code: 'limit_requests' } },
      passes: false,
    },
    {
      report: 'a spent balance in the words of a rate',
      body: { error: { message: 'Rate limit exceeded: insufficient credits.', code: 'rate_limited' } },
      passes: false,
    },
    ...[
      { __type: 'ThrottlingException', message: 'Too many requests, please wait' },
      { __type: 'com.amazon.coral.availability#ThrottlingException', Message: 'Rate exceeded' },
      { error: { message: 'Slow down.', code: 'too_many_requests' } },
    ].map((body) => ({ report: `a rate under HTTP 400: ${JSON.stringify(body)}`, status: 400, body })),
  ].map((row) => ({ ...row, providers: openAiOnes })),
  ...[400, 403, 500, 503].map((status) => ({
    report: `a rate under HTTP ${status}`,
    status,
    body: said('Rate limit reached: 5 requests per minute per model'),
  })),
  {
    report: 'too many requests under HTTP 503',
    status: 503,
    body: said('Too many requests, please wait 20 s.'),
    waitMs: 20_000,
  },
].map((row) => ({ ...row, report: `in the body: ${row.report}` }))

const rows = [...inWords, ...inHeaders, ...inBodies].flatMap((row) =>
  (row.providers ?? providerRows.map(({ name }) => name)).map((provider) => ({ ...row, provider })),
)

describe('MOD-3 MOD-4 public reports about rate limits', () => {
  it.each(rows)('$provider: $report', async (row) => {
    const { status = 429, headers = {}, body = said('Slow down.'), waitMs, passes = true } = row
    const sent = JSON.parse(JSON.stringify(body).replace('IN_42_SECONDS', String(Date.now() + 42_000)))
    const { baseUrl } = await serving([answered(status, sent, { date, ...headers })])
    const failed = await failureOf(openProvider(row.provider, baseUrl).stream(modelRequest()))
    expect(failed).toMatchObject({ kind: 'RATE_LIMIT', retryable: passes })
    // Some pass while the request is under way.
    if (waitMs === undefined) expect(failed.retryAfterMs).toBeUndefined()
    else
      expect(Math.abs((failed.retryAfterMs ?? 0) - waitMs)).toBeLessThan(
        row.report.includes('router') ? 2_000 : 1,
      )
  })
})

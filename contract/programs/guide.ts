/** The guide for people who write programs. The page `/developers` and its `llms.txt` are both made of it. */
import { ASSISTANT_PATH } from "../accounts/assistant-path.ts"
import { scopes } from "../accounts/scope.ts"
import { type ErrorCode, statusOfCode } from "../error.ts"
import { errorWords } from "../error-words.ts"
import { eventWords } from "../events/event.ts"
import {
  EVENT_DAYS,
  EVENT_TRY_DAYS,
  JOB_DAYS,
  KEY_DAYS,
  MAX_ACCESS_TOKENS,
  MAX_CHANGES_AN_HOUR,
  MAX_EVENT_ENDPOINTS,
  MAX_JOB_ADDRESSES,
  MAX_KEY_LENGTH,
  MAX_OPEN_JOBS,
  MAX_PAGE_SIZE,
  MAX_PRINT_COPIES,
  MAX_PRINT_ITEMS,
  MAX_TEST_PRINTS_A_DAY,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_FILES,
  MAX_WAIT_S,
  MIB,
} from "../limit.ts"
import type { JobErrorCode } from "./job.ts"
import { MAX_KEPT_EVENTS, MAX_KEPT_JOBS, MAX_KEPT_KEYS } from "./kept.ts"
import {
  checkLine,
  clientLines,
  commandLines,
  installLine,
  jobLine,
  pythonLines,
  sheetLine,
  TOKEN_VARIABLE,
  toFillIn,
  typescriptLines,
  waitLine,
} from "./program-lines.ts"

/** The lines to copy, and a label that says what they do. */
export type GuideLines = { label: string; lines: string }
/** The names and the meaning of each; `prefix` and name together are the place of a row, `mark` stands beside the name. */
export type GuideRows = {
  prefix: string
  rows: readonly (readonly [name: string, words: string, mark?: string])[]
}
/**
 * A part of a section. A text is a paragraph: what stands between backquotes is code, and `[words](address)` leads
 * somewhere.
 */
export type GuidePart = string | GuideLines | GuideRows
export type GuideSection = { id: string; title: string; parts: readonly GuidePart[] }

export const guideSummary =
  "Your web shop, your order system or a script can do here what you do by hand: upload artwork, make prints, fetch the sheets."

/** The meaning of the codes that a job alone has. */
const jobErrorWords = {
  "address-refused": "The address, or one that it redirects to, is not on the public internet.",
  "address-unreachable": "Nothing answered at the address, or it broke off, three times.",
  "max-credits": "It would take more than its `maxCredits`.",
} satisfies Record<Exclude<JobErrorCode, ErrorCode>, string>

const count = (number: number) => number.toLocaleString("en-US")
const kept = (days: number, most: number) =>
  `kept for ${days} days; past ${count(most)} of an account, the oldest go before`
const PROFILE = "[profile, under Developers](/profile#developers)"
const codes = Object.keys(statusOfCode) as ErrorCode[]
const coded = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([name, meaning]) => [`\`${name}\``, meaning] as const)

/** Returns the guide's sections; `origin` is the app's own, without a slash at its end. */
export function guideSections(origin: string): readonly GuideSection[] {
  return [
    {
      id: "tokens",
      title: "Tokens",
      parts: [
        `An access token lets a program act for your account. You make one in your ${PROFILE}: give it a name and no more rights than its program needs. It is shown once. Keep it like a password, on your server, never in a page that others open. If somebody else has seen it, revoke it.`,
        "Begin with a test token, `ss_test_…`. Its prints cost nothing, have TEST cut out of them, and are sent to nobody; it changes no order and no real print. Artwork, sizes and film are the account's own, once: what it changes of these is changed for real prints, too. Once all works, take a live one, `ss_live_…`. No token reaches your account, your payments or other tokens.",
      ],
    },
    {
      id: "first-call",
      title: "From token to sheet",
      parts: [
        "A terminal of macOS or Linux is all that you need. Ask first whether your token is right:",
        {
          label: "Ask whether the token is right",
          lines: `export SHEETSMITH_TOKEN=ss_test_…\n${checkLine(origin, TOKEN_VARIABLE)}`,
        },
        "Then have something printed. With a test token this costs nothing:",
        { label: "Print a drawing", lines: jobLine(origin, TOKEN_VARIABLE, "process") },
        `The answer has the job's \`_id\`. Put it in the place of \`${toFillIn.job}\` to wait for the job's end, ${MAX_WAIT_S} seconds at most:`,
        { label: "Wait for the job's end", lines: waitLine(origin, TOKEN_VARIABLE) },
        `Once its \`status\` is \`completed\`, \`files\` has the sheets. Put the \`path\` of one in the place of \`${toFillIn.file}\`:`,
        { label: "Fetch the sheet", lines: sheetLine(origin, TOKEN_VARIABLE) },
        "All of it in TypeScript, for Node 22.18 or newer, without packages. Save it as `sheet.ts`, then run `node sheet.ts`:",
        { label: "From artwork to sheets in TypeScript", lines: typescriptLines(origin) },
        "And in Python 3. Save it as `sheet.py`, then run `python3 sheet.py`:",
        { label: "From artwork to sheets in Python", lines: pythonLines(origin) },
        "Each call, with its fields, its answers and the scope that it needs, is in [the description of all calls](/api/openapi.json) (OpenAPI 3.1), from which tools make a client in any language. [This guide as plain text](/developers/llms.txt) is for assistants that write your program with you.",
      ],
    },
    {
      id: "scopes",
      title: "What a token may do",
      parts: [
        "The description names one scope beside each call. A call without one is for people on our pages alone.",
        { prefix: "scope-", rows: coded(scopes) },
      ],
    },
    {
      id: "jobs",
      title: "Jobs",
      parts: [
        `A job is the whole of a print in one call, \`POST /api/jobs\`: up to ${MAX_PRINT_ITEMS} items, each with an image of your library (\`imageId\`), a file beside the job (\`file\`) or a public address (\`url\`), with a width in inches (\`widthIn\`) or one of your sizes (\`sizeId\`), and with a \`quantity\`.`,
        "Its `action` says how far it goes: `quote` tells film, credits and what is wrong with the artwork, `draft` makes a print that you look at, `process` prints it. `maxCredits` is the most that it may take. By `reference`, your own name for it, you find it again.",
        `It is answered at once, and goes on by itself. Ask for it again until its \`status\` is \`completed\`, \`refused\` or \`failed\`. With the header \`Prefer: wait=${MAX_WAIT_S}\` the answer comes at the end, or after so many seconds. \`files\` has the sheets, and \`errors\` names the item that something is wrong with.`,
        "What a job has made stays when it is refused: artwork in your library, and a draft if `printId` names one. The codes in `errors` are those of all errors, below, and three of their own:",
        { prefix: "error-", rows: coded(jobErrorWords) },
      ],
    },
    {
      id: "events",
      title: "Events",
      parts: [
        `Add an address of your server in your ${PROFILE}, and choose what it is told. Each event comes as a POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes: its libraries check the signature with the secret, \`whsec_…\`, that you are shown once.`,
        `Answer with a status of 200 to 299, soon. Otherwise it is sent again, at growing pauses, for ${EVENT_TRY_DAYS} days. By its \`webhook-id\` you know one that has come before. An event names things by their ids; ask for them to see what they are now. \`GET /api/events\` lists those of the last ${EVENT_DAYS} days.`,
        { prefix: "event-", rows: coded(eventWords) },
      ],
    },
    {
      id: "repeats",
      title: "Safe repeats",
      parts: [
        `An answer can get lost on its way. Send a key of your own, of at most ${MAX_KEY_LENGTH} characters, in the header \`Idempotency-Key\` with each call that changes something, a new one for each new thing, such as your order's number. Then send the same call again as often as you like: it is done and paid once.`,
        `For ${KEY_DAYS} days, ${count(MAX_KEPT_KEYS)} keys at most, a repeat is answered what the first call was, with \`Idempotent-Replayed: true\`. A call that failed half-way is finished. Another call with the same key is refused.`,
      ],
    },
    {
      id: "lists",
      title: "Lists",
      parts: [
        `A list answers its rows in \`data\`, \`limit\` at a time and ${MAX_PAGE_SIZE} at most. Send \`pagination.next\` as \`after\` to get the rows behind them, until it is null.`,
      ],
    },
    {
      id: "limits",
      title: "Limits",
      parts: [
        `Reading is not counted. Changes are: an account makes ${count(MAX_CHANGES_AN_HOUR)} an hour, and fewer of what takes long. The answer to a counted call says how many are left (\`RateLimit\`: \`r\` calls, until \`t\` seconds from now) of how many (\`RateLimit-Policy\`: \`q\` calls in \`w\` seconds):`,
        {
          label: "The limits in an answer",
          lines: `RateLimit-Policy: "change-account";q=${MAX_CHANGES_AN_HOUR};w=3600\nRateLimit: "change-account";r=${MAX_CHANGES_AN_HOUR - 1};t=3600`,
        },
        "Past a limit, the answer is 429. Wait for the seconds of `Retry-After`.",
        {
          prefix: "limit-",
          rows: [
            ["A file", `${MAX_UPLOAD_BYTES / MIB} MB, and ${MAX_UPLOAD_FILES} files a call`],
            ["A print", `${MAX_PRINT_ITEMS} items and ${count(MAX_PRINT_COPIES)} copies`],
            ["A job", `${MAX_JOB_ADDRESSES} addresses`],
            [
              "An account",
              `${count(MAX_OPEN_JOBS)} jobs under way, ${MAX_ACCESS_TOKENS} tokens, ${MAX_EVENT_ENDPOINTS} addresses for events`,
            ],
            ["Test prints", `${MAX_TEST_PRINTS_A_DAY} a day`],
            ["Keys", kept(KEY_DAYS, MAX_KEPT_KEYS)],
            ["Events", kept(EVENT_DAYS, MAX_KEPT_EVENTS)],
            ["Ended jobs", kept(JOB_DAYS, MAX_KEPT_JOBS)],
          ],
        },
      ],
    },
    {
      id: "clients",
      title: "Clients",
      parts: [
        "The package `sheetsmith` for TypeScript and JavaScript has a type for each call, sends a lost call again with its key, turns the pages of lists and checks the signatures of events. It needs Node 22 or newer and is installed from here alone:",
        { label: "Install the package", lines: installLine(origin) },
        { label: "The same by the package", lines: clientLines(origin) },
        "Its command prints a folder of artwork, and `pull` fetches finished sheets as they come, into the folder that your RIP watches:",
        { label: "Print and fetch by commands", lines: commandLines(origin) },
        "`npx` goes on with the version that it fetched first. `npm install` with the address again brings the new one and its checksum; `npm ci` refuses a changed one.",
      ],
    },
    {
      id: "assistants",
      title: "Assistants",
      parts: [
        `Claude, ChatGPT and others that speak the Model Context Protocol look at your artwork and orders, make drafts and prepare prints for you. Give yours the address \`${origin}${ASSISTANT_PATH}\`, as a connector. It leads you here, and you choose what it may do. Your ${PROFILE} shows when each was used last, and ends its access at once.`,
        "It finds its way by OAuth 2.1: it is refused with 401, reads in `WWW-Authenticate` where it is described how to get in, registers itself, and takes a code with PKCE. Its tokens open that address alone. An assistant that does not know OAuth sends an access token, as `Authorization: Bearer …`. Either does what its scopes allow, and no more.",
        "What spends credits is said first, with its film and its credits, and done only once you have confirmed it. Without `prints:spend` an assistant can prepare a print, and you process it.",
      ],
    },
    {
      id: "errors",
      title: "Errors",
      parts: [
        "A refusal is JSON: a `code` for your program, a `message` for people, the `requestId` by which we find the call, and in `docs` the place below. Go by the code: messages may change.",
        {
          prefix: "error-",
          rows: codes.map((code) => [`\`${code}\``, errorWords[code], String(statusOfCode[code])] as const),
        },
      ],
    },
    {
      id: "changes",
      title: "Changes",
      parts: [
        "New calls, new fields in answers and new kinds of events come without notice: let your program pass over what it does not know. What is taken away, or gets another meaning, is named here.",
        {
          prefix: "change-",
          rows: [
            ["November 2026", "Tokens, jobs, events, keys for safe repeats, `after` in lists, assistants."],
          ],
        },
      ],
    },
  ]
}

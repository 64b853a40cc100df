import { Link, useLocation } from "@tanstack/react-router"
import { type ReactNode, useEffect } from "react"
import { scopes } from "../../../contract/accounts/scope.ts"
import { type ErrorCode, statusOfCode } from "../../../contract/error.ts"
import { errorWords } from "../../../contract/error-words.ts"
import { eventWords } from "../../../contract/events/event.ts"
import {
  EVENT_DAYS,
  EVENT_TRY_DAYS,
  KEY_DAYS,
  MAX_CHANGES_AN_HOUR,
  MAX_KEY_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PRINT_ITEMS,
  MAX_WAIT_S,
} from "../../../contract/limit.ts"
import { Logo } from "../../components/ui/logo.tsx"
import { checkLine, jobLine } from "../../lib/curl-lines.ts"
import { formatCount } from "../../lib/format.ts"
import { wasSignedIn } from "../../lib/session.ts"

const linkClasses = "touch rounded-xs text-accent-ink underline-offset-2 hover:underline"
const codes = Object.keys(statusOfCode) as ErrorCode[]
/** The token in examples, as a shell reads it. */
const TOKEN = "$SHEETSMITH_TOKEN"

const sections: { id: string; title: string; content: () => ReactNode }[] = [
  { id: "tokens", title: "Tokens", content: Tokens },
  { id: "first-call", title: "First call", content: FirstCall },
  { id: "scopes", title: "What a token may do", content: Scopes },
  { id: "jobs", title: "Jobs", content: Jobs },
  { id: "events", title: "Events", content: Events },
  { id: "repeats", title: "Safe repeats", content: Repeats },
  { id: "lists", title: "Lists", content: Lists },
  { id: "limits", title: "Rate limits", content: Limits },
  { id: "errors", title: "Errors", content: Errors },
]

/** Tells people who write programs how those call Sheetsmith. It needs no account. */
export function DevelopersScreen() {
  const isSignedIn = wasSignedIn()
  useShownHash()
  return (
    <div className="min-h-dvh">
      <header className="border-line border-b">
        <div className="mx-auto flex h-14 max-w-3xl items-center justify-between gap-4 px-4 md:px-8">
          <Link to={isSignedIn ? "/dashboard" : "/"} className="inline-flex h-11 items-center rounded-md">
            <Logo />
          </Link>
          {isSignedIn ? (
            <Link to="/profile" hash="developers" className={linkClasses}>
              Your tokens
            </Link>
          ) : (
            <Link to="/auth/signin" className={linkClasses}>
              Sign in
            </Link>
          )}
        </div>
      </header>
      <main className="mx-auto max-w-3xl px-4 pt-10 pb-24 md:px-8">
        <h1 className="text-3xl font-[660]">Developers</h1>
        <p className="mt-2 text-lg text-pretty text-ink-2">
          Your web shop, your order system or a script can do here what you do by hand: upload artwork, make
          prints, fetch the sheets.
        </p>
        <nav aria-label="On this page" className="mt-6">
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className={linkClasses}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ id, title, content: Content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-12 scroll-mt-6">
            <h2 id={`${id}-title`} className="text-xl font-[640]">
              {title}
            </h2>
            <div className="mt-3 grid grid-cols-1 gap-3 text-pretty text-ink-2">
              <Content />
            </div>
          </section>
        ))}
      </main>
    </div>
  )
}

/** Scrolls to the part that the address names: the router looks for it before this page is there. */
function useShownHash() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== "") document.getElementById(hash)?.scrollIntoView({ behavior: "instant" })
  }, [hash])
}

function Tokens() {
  return (
    <>
      <p>
        An access token lets a program act for your account. You make one in your{" "}
        <Link to="/profile" hash="developers" className={linkClasses}>
          profile, under Developers
        </Link>
        : give it a name and no more rights than its program needs. It is shown once. Keep it like a password,
        on your server, never in a page that others open. If somebody else has seen it, revoke it: from then
        on it opens nothing.
      </p>
      <p>
        Begin with a test token, <Code>ss_test_…</Code>. Its prints cost nothing, have TEST cut out of them,
        and are sent to nobody; it leaves orders and real prints as they are. Once all works, take a live one,{" "}
        <Code>ss_live_…</Code>. No token reaches your account, your payments or other tokens.
      </p>
    </>
  )
}

function FirstCall() {
  const { origin } = window.location
  return (
    <>
      <p>A terminal of macOS or Linux is all that you need. Ask first whether your token is right:</p>
      <Lines label="Ask whether the token is right">
        {`export SHEETSMITH_TOKEN=ss_test_…\n${checkLine(origin, TOKEN)}`}
      </Lines>
      <p>Then have something printed. With a test token this costs nothing:</p>
      <Lines label="Print a drawing">{jobLine(origin, TOKEN, "process")}</Lines>
      <p>
        The answer has the job's <Code>_id</Code>. The print is in your list on our pages, too. Ask for the
        job again, and wait for its end at most {MAX_WAIT_S} seconds:
      </p>
      <Lines label="Wait for the job's end">
        {`curl -H "Authorization: Bearer ${TOKEN}" -H "Prefer: wait=${MAX_WAIT_S}" ${origin}/api/jobs/THE_ID`}
      </Lines>
      <p>
        Each call, with its fields, its answers and the scope that it needs, is in{" "}
        <a href="/api/openapi.json" className={linkClasses}>
          the description of all calls
        </a>{" "}
        (OpenAPI 3.1), from which tools make a client in any language.
      </p>
    </>
  )
}

function Scopes() {
  return (
    <>
      <p>
        The description names one scope beside each call. A call without one is for people on our pages alone.
      </p>
      <dl className="divide-y divide-line-soft border-line-soft border-y">
        {Object.entries(scopes).map(([scope, words]) => (
          <div key={scope} className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[9.5rem_1fr]">
            <dt>
              <Code>{scope}</Code>
            </dt>
            <dd className="text-sm">{words}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Jobs() {
  return (
    <>
      <p>
        A job is the whole of a print in one call, <Code>POST /api/jobs</Code>: up to {MAX_PRINT_ITEMS} items,
        each with an image of your library (<Code>imageId</Code>), a file beside the job (<Code>file</Code>)
        or a public address (<Code>url</Code>), with a width in inches (<Code>widthIn</Code>) or one of your
        sizes (<Code>sizeId</Code>), and with a <Code>quantity</Code>.
      </p>
      <p>
        Its <Code>action</Code> says how far it goes: <Code>quote</Code> tells film, credits and what is wrong
        with the artwork, <Code>draft</Code> makes a print that you look at, <Code>process</Code> prints it.{" "}
        <Code>maxCredits</Code> is the most that it may take. By <Code>reference</Code>, your own name for it,
        you find it again.
      </p>
      <p>
        It is answered at once, and goes on by itself. Ask for it again until its <Code>status</Code> is{" "}
        <Code>completed</Code>, <Code>refused</Code> or <Code>failed</Code>. With the header{" "}
        <Code>{`Prefer: wait=${MAX_WAIT_S}`}</Code> the answer comes at the end, or after so many seconds.{" "}
        <Code>files</Code> has the sheets, and <Code>errors</Code> names the item that something is wrong
        with.
      </p>
    </>
  )
}

function Events() {
  return (
    <>
      <p>
        You need not ask again and again. Add an address of your server in your{" "}
        <Link to="/profile" hash="developers" className={linkClasses}>
          profile, under Developers
        </Link>
        , and choose what it is told. Each event comes as a POST, signed as{" "}
        <a href="https://www.standardwebhooks.com" className={linkClasses}>
          Standard Webhooks
        </a>{" "}
        describes: its libraries check the signature with the secret, <Code>whsec_…</Code>, that you are shown
        once.
      </p>
      <p>
        Answer with a status of 200 to 299, soon. Otherwise it is sent again, at growing pauses, for{" "}
        {EVENT_TRY_DAYS} days. By its <Code>webhook-id</Code> you know one that has come before. An event
        names things by their ids; ask for them to see what they are now. <Code>GET /api/events</Code> lists
        those of the last {EVENT_DAYS} days.
      </p>
      <dl className="divide-y divide-line-soft border-line-soft border-y">
        {Object.entries(eventWords).map(([type, words]) => (
          <div key={type} className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[9.5rem_1fr]">
            <dt>
              <Code>{type}</Code>
            </dt>
            <dd className="text-sm">{words}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Repeats() {
  return (
    <>
      <p>
        An answer can get lost on its way. Send a key of your own, of at most {MAX_KEY_LENGTH} characters, in
        the header <Code>Idempotency-Key</Code> with each call that changes something, a new one for each new
        thing, such as your order's number. Then send the same call again as often as you like: it is done and
        paid once.
      </p>
      <p>
        For {KEY_DAYS} days a repeat is answered what the first call was, with{" "}
        <Code>Idempotent-Replayed: true</Code>. A call that failed half-way is finished. Another call with the
        same key is refused.
      </p>
    </>
  )
}

function Lists() {
  return (
    <p>
      A list answers its rows in <Code>data</Code>, <Code>limit</Code> at a time and {MAX_PAGE_SIZE} at most.
      Send <Code>pagination.next</Code> as <Code>after</Code> to get the rows behind them, until it is null.
    </p>
  )
}

function Limits() {
  return (
    <>
      <p>
        Reading is not counted. Changes are: an account makes {formatCount(MAX_CHANGES_AN_HOUR)} an hour, and
        fewer of what takes long. The answer to a counted call says how many are left (<Code>RateLimit</Code>:{" "}
        <Code>r</Code> calls, until <Code>t</Code> seconds from now) of how many (
        <Code>RateLimit-Policy</Code>: <Code>q</Code> calls in <Code>w</Code> seconds):
      </p>
      <Lines label="The limits in an answer">
        {`RateLimit-Policy: "change-account";q=${MAX_CHANGES_AN_HOUR};w=3600\nRateLimit: "change-account";r=${MAX_CHANGES_AN_HOUR - 1};t=3600`}
      </Lines>
      <p>
        Past a limit, the answer is 429. Wait for the seconds of <Code>Retry-After</Code>.
      </p>
    </>
  )
}

function Errors() {
  return (
    <>
      <p>
        A refusal is JSON: a <Code>code</Code> for your program, a <Code>message</Code> for people, the{" "}
        <Code>requestId</Code> by which we find the call, and in <Code>docs</Code> the place below. Go by the
        code: messages may change.
      </p>
      <dl className="divide-y divide-line-soft border-line-soft border-y">
        {codes.map((code) => (
          <div
            key={code}
            id={`error-${code}`}
            className="grid scroll-mt-6 gap-x-4 gap-y-0.5 py-2.5 target:bg-accent-soft sm:grid-cols-[15rem_1fr]"
          >
            <dt>
              <Code>{code}</Code> <span className="text-sm text-ink-3">{statusOfCode[code]}</span>
            </dt>
            <dd className="text-sm">
              <Marked>{errorWords[code]}</Marked>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Draws what stands between backquotes as code. */
function Marked({ children }: { children: string }) {
  return children.split("`").map((part, i) => (i % 2 === 1 ? <Code key={part}>{part}</Code> : part))
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.9em] wrap-anywhere text-ink">{children}</code>
}

/** Shows lines of a terminal; a keyboard can scroll them. */
function Lines({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-surface px-3 py-2.5"
    >
      <pre className="font-mono text-sm text-ink">{children}</pre>
    </section>
  )
}

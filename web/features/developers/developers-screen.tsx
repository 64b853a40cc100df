import { Link, useLocation } from "@tanstack/react-router"
import { useEffect } from "react"
import {
  type GuideLines,
  type GuidePart,
  type GuideRows,
  guideSections,
  guideSummary,
} from "../../../contract/programs/guide.ts"
import { Logo } from "../../components/ui/logo.tsx"
import { wasSignedIn } from "../../lib/session.ts"

const linkClasses = "touch rounded-xs text-accent-ink underline-offset-2 hover:underline"
const sections = guideSections(window.location.origin)

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
        <p className="mt-2 text-lg text-pretty text-ink-2">{guideSummary}</p>
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
        {sections.map(({ id, title, parts }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-12 scroll-mt-6">
            <h2 id={`${id}-title`} className="text-xl font-[640]">
              {title}
            </h2>
            <div className="mt-3 grid grid-cols-1 gap-3 text-pretty text-ink-2">
              {parts.map((part) => (
                <Part
                  key={typeof part === "string" ? part : "rows" in part ? part.prefix : part.label}
                  part={part}
                />
              ))}
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

function Part({ part }: { part: GuidePart }) {
  if (typeof part === "string")
    return (
      <p>
        <Marked>{part}</Marked>
      </p>
    )
  return "rows" in part ? <Rows {...part} /> : <Lines {...part} />
}

function Rows({ prefix, rows }: GuideRows) {
  return (
    <dl className="divide-y divide-line-soft border-line-soft border-y">
      {rows.map(([name, words, mark]) => (
        <div
          key={name}
          id={prefix + name.replaceAll("`", "")}
          className="grid scroll-mt-6 gap-x-4 gap-y-0.5 py-2.5 target:bg-accent-soft sm:grid-cols-[15rem_1fr]"
        >
          <dt>
            <Marked>{name}</Marked> {mark && <span className="text-sm text-ink-3">{mark}</span>}
          </dt>
          <dd className="text-sm">
            <Marked>{words}</Marked>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Draws what stands between backquotes as code, and `[words](address)` as a link. */
function Marked({ children }: { children: string }) {
  return children.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("`")) return <Code key={part}>{part.slice(1, -1)}</Code>
    const [, words, address] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (address === undefined) return part
    return (
      <a key={part} href={address} className={linkClasses}>
        {words}
      </a>
    )
  })
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.9em] wrap-anywhere text-ink">{children}</code>
}

/** Shows lines of a terminal; a keyboard can scroll them. */
function Lines({ label, lines }: GuideLines) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-surface px-3 py-2.5"
    >
      <pre className="font-mono text-sm text-ink">{lines}</pre>
    </section>
  )
}

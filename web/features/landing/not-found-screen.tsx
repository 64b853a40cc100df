import { Link } from "@tanstack/react-router"
import { ArrowRight } from "lucide-react"
import { texts } from "../../../contract/text.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { wasSignedIn } from "../../lib/session.ts"

/** Tells that a path leads nowhere: a piece torn off the roll. */
export function NotFoundScreen() {
  const isSignedIn = wasSignedIn()
  // The router still counts the routes that a path like /prints/x/y begins with, and their titles.
  usePageMeta({ title: texts.notFound })
  return (
    <main className="mat flex min-h-dvh flex-col items-center overflow-hidden px-6 pb-16 text-center [--in:min(21px,3.7vw)] [--len:18] [--sq:40px]">
      <div aria-hidden="true" className="-mt-3">
        <div className="roll -mx-3 [--roll:56px]" />
        <div className="film flex items-center justify-center [clip-path:polygon(0_0,100%_0,100%_90%,92%_95%,84%_90.5%,74%_97%,63%_91%,52%_98%,40%_92%,30%_97.5%,19%_91%,9%_96%,0_90%)]">
          <span className="-mt-6 text-[min(11.5rem,31vw)] leading-none font-[720] tracking-[-0.03em] text-mat-800">
            404
          </span>
        </div>
      </div>
      <h1 className="mt-10 text-3xl font-[660]">{texts.notFound}</h1>
      <p className="mt-2 text-lg text-stage-ink-2">This page came off the roll.</p>
      <Link
        to={isSignedIn ? "/dashboard" : "/"}
        className="mt-7 inline-flex h-12 items-center gap-2 rounded-md bg-white px-5 text-base font-[600] text-paper-950 shadow-float hover:bg-mat-50"
      >
        {isSignedIn ? "Go to Dashboard" : "Go to Homepage"}{" "}
        <ArrowRight className="size-4" aria-hidden="true" />
      </Link>
    </main>
  )
}

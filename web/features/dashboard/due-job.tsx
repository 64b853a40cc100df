import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { ScrollText, TriangleAlert } from "lucide-react"
import { type ReactNode, useState } from "react"
import { pageUnit } from "../../../contract/length.ts"
import { TODAYS_DAYS, type Today, type TodayFilm } from "../../../contract/orders/today.ts"
import { LeftOut } from "../../components/left-out.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { formatLengthNumber } from "../../lib/length.ts"
import { useBuyCredits } from "../credits/use-buy-credits.ts"
import { makeBatch } from "../orders/batch-calls.ts"
import { creditsLeft, readyWords } from "./film-words.ts"
import { JobMat, JobTitle, jobRow } from "./job-parts.tsx"
import { type ShownFilm, TodayFilmPicture } from "./today-film-picture.tsx"
import { dueTitle, lateToPrint } from "./today-words.ts"

type DueJobProps = { today: Today; film: TodayFilm }

/** Shows the film of the day's orders, and makes it. Where nothing can be printed, the reasons are shown. */
export function DueJob({ today, film }: DueJobProps) {
  const dueToday = today.orders.today
  const late = lateToPrint(today.orders)
  const { skipped, left, printId } = film
  const isReady = film.orderItems.length > 0
  const [shown, setShown] = useState<ShownFilm | null>(null)
  const [isTold, setIsTold] = useState(false)
  const isListed = skipped.length > 0 && (isTold || (!isReady && printId === null))
  return (
    <>
      <JobMat>{isReady ? <TodayFilmPicture film={film} onShown={setShown} /> : undefined}</JobMat>
      <div className={jobRow}>
        <JobTitle
          note={
            <>
              {late > 0 && dueToday > 0 && (
                <>
                  <b className="font-[600] whitespace-nowrap text-bad-ink">
                    <TriangleAlert className="mr-1 inline size-3.5 align-[-2px]" aria-hidden="true" />
                    {formatCount(late)} late
                  </b>
                  , {formatCount(dueToday)} today.{" "}
                </>
              )}
              {readyWords(film)}{" "}
              {skipped.length > 0 && isReady && (
                <button
                  type="button"
                  aria-expanded={isTold}
                  className="touch text-accent-ink hover:underline"
                  onClick={() => setIsTold(!isTold)}
                >
                  {isTold ? "Hide" : "Show"}
                </button>
              )}
            </>
          }
        >
          {dueTitle(today.orders)}
        </JobTitle>
        {isReady && <Figures film={film} shown={shown} />}
        {isReady && <MakeFilm film={film} shown={shown} />}
        {printId !== null && (
          <Link
            to="/prints/$printId"
            params={{ printId }}
            className={buttonVariants({ variant: "primary", size: "lg", className: "coarse:w-full" })}
          >
            <ScrollText aria-hidden="true" /> Open the print
          </Link>
        )}
        {isListed && (
          <div className="w-full">
            <LeftOut skipped={skipped} left={left} />
          </div>
        )}
      </div>
    </>
  )
}

function Figures({ film, shown }: { film: TodayFilm; shown: ShownFilm | null }) {
  return (
    <dl className="flex gap-7 coarse:w-full coarse:justify-between coarse:gap-3">
      <Figure label="Copies">{formatCount(film.copies)}</Figure>
      <Figure label="Film" unit={pageUnit()}>
        {shown && formatLengthNumber(shown.filmIn)}
      </Figure>
      <Figure label="Film used" unit="%">
        {shown && Math.round(shown.usedShare * 100)}
      </Figure>
      {shown && (
        <Figure label="Cost">
          {shown.cost ?? (
            <Link
              to="/print-shop"
              search={{ change: "cost" }}
              className="touch text-sm font-[550] text-accent-ink hover:underline"
            >
              Set prices
            </Link>
          )}
        </Figure>
      )}
    </dl>
  )
}

function Figure({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) {
  return (
    <div className="min-w-14">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="mt-0.5 flex h-6 items-center text-lg font-[640] whitespace-nowrap tabular-nums">
        {children ?? <Skeleton className="h-5 w-12" />}
        {children != null && unit && <span className="ml-1 text-sm font-[450] text-ink-3">{unit}</span>}
      </dd>
    </div>
  )
}

/** Makes the draft of all that is due and can be printed, and opens it where it is processed. */
function MakeFilm({ film, shown }: { film: TodayFilm; shown: ShownFilm | null }) {
  const navigate = useNavigate()
  const { availableCredits } = useAuth().user.credit
  const missing = Math.max(0, film.copies - availableCredits)
  const buyCredits = useBuyCredits(missing)
  const make = useMutation({
    mutationFn: async () => {
      const { _id: printId, copies } = await makeBatch({ shipWithinDays: TODAYS_DAYS })
      if (printId === null) return
      // The draft is packed again where this fails.
      await shown?.keepFor(printId).catch(() => undefined)
      await navigate({
        to: "/prints/$printId",
        params: { printId },
        search: { printWarningModal: String(copies) },
      })
    },
  })
  return (
    <div className="flex flex-none flex-col items-stretch gap-1.5 coarse:w-full">
      <Button
        variant="primary"
        size="lg"
        icon={<ScrollText />}
        isLoading={make.isPending}
        aria-describedby="todays-credits"
        onClick={() => make.mutate()}
      >
        Make today’s film
      </Button>
      <p id="todays-credits" className="text-center text-xs text-ink-2 tabular-nums">
        <b className="font-[600] text-ink">{plural(film.copies, "credit")}</b>,{" "}
        {creditsLeft(film.copies, availableCredits)}
        {missing > 0 && (
          <>
            {" "}
            <button
              type="button"
              className="touch font-[550] text-accent-ink hover:underline"
              onClick={() => buyCredits()}
            >
              Buy Credits
            </button>
          </>
        )}
      </p>
    </div>
  )
}

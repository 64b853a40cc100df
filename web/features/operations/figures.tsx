import { Link } from "@tanstack/react-router"
import { inUnit, pageUnit } from "../../../contract/length.ts"
import { DATABASE_BYTES, type Operations } from "../../../contract/operations/operations.ts"
import { Card } from "../../components/ui/card.tsx"
import { formatBytes, formatCount, formatWhen, lowerFirst } from "../../lib/format.ts"
import { DayBars } from "./day-bars.tsx"

const filmWords = (filmIn: number) => `${formatCount(Math.round(inUnit(filmIn, pageUnit())))} ${pageUnit()}`

/** Shows sign-ups, storage and film by day, and the accounts with the most of it. */
export function Figures({
  days,
  largest,
  databases,
  measuredAt,
}: Pick<Operations, "days" | "largest" | "databases" | "measuredAt">) {
  const held = databases.map(
    ({ name, bytes }) => `${databases.length > 1 ? `${name} ` : ""}${formatBytes(bytes)}`,
  )
  return (
    <>
      <section aria-labelledby="days" className="mt-6">
        <h2 id="days" className="text-lg font-[620]">
          Thirty days
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          {`In the database: ${held.join(", ")} of ${formatBytes(DATABASE_BYTES)}.`}
        </p>
        <div className="mt-3 grid gap-3 md:grid-cols-3">
          <DayBars title="Sign-ups" days={days} amountOf={(day) => day.signUps} format={formatCount} />
          <DayBars title="Stored" days={days} amountOf={(day) => day.storedBytes} format={formatBytes} />
          <DayBars title="Film" days={days} amountOf={(day) => day.filmIn} format={filmWords} />
        </div>
      </section>
      <section aria-labelledby="largest" className="mt-6">
        <h2 id="largest" className="text-lg font-[620]">
          Largest accounts
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          {measuredAt === null
            ? "The accounts are measured within a day."
            : `As measured ${lowerFirst(formatWhen(measuredAt))}.`}
        </p>
        <div className="mt-3 grid gap-3 md:grid-cols-2">
          <Ranking
            title="Artwork stored"
            rows={largest.storage.map(({ person, bytes }) => ({ person, amount: formatBytes(bytes) }))}
          />
          <Ranking
            title="Film in thirty days"
            rows={largest.film.map(({ person, filmIn }) => ({ person, amount: filmWords(filmIn) }))}
          />
        </div>
      </section>
    </>
  )
}

type RankingProps = { title: string; rows: { person: { _id: string; name: string }; amount: string }[] }

function Ranking({ title, rows }: RankingProps) {
  return (
    <Card className="min-w-0 p-4">
      <h3 className="text-sm text-ink-2">{title}</h3>
      {rows.length === 0 ? (
        <p className="mt-2 text-sm text-ink-3">Nobody has any yet.</p>
      ) : (
        <ol className="mt-2 text-sm">
          {rows.map(({ person, amount }) => (
            <li key={person._id} className="flex items-center gap-3 py-1 coarse:py-0">
              <Link
                to="/users/$userId"
                params={{ userId: person._id }}
                className="min-w-0 flex-1 truncate font-[550] underline-offset-3 hover:underline coarse:py-2.5"
              >
                {person.name}
              </Link>
              <span className="flex-none tabular-nums text-ink-2">{amount}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

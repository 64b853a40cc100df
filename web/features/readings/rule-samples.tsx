import { Check } from "lucide-react"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { AnswerFiles } from "../matching/buyer-answers.tsx"
import { MarkedAnswers } from "./marked-answers.tsx"
import { Doubts } from "./read-values.tsx"
import type { Sample } from "./rule-draft.ts"

type RuleSamplesProps = {
  fields: readonly ArtworkField[]
  samples: readonly Sample[]
  /** The order items that wait to be printed by this rule. */
  waiting: number
}

/** Shows a rule's reading of the last answers: marked in the buyer's words, with its doubts. */
export function RuleSamples({ fields, samples, waiting }: RuleSamplesProps) {
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const sure = samples.filter(({ read }) => read.reading !== "doubtful").length
  return (
    <section aria-label="The last answers" className="min-w-0">
      <p role="status" className="text-sm font-[550]">
        {formatCount(sure)} of the last {plural(samples.length, "text")} {sure === 1 ? "is" : "are"} read with
        certainty
        {waiting > 0 && (
          <span className="font-[450] text-ink-3">, {formatCount(waiting)} wait for print</span>
        )}
      </p>
      <ol className="mt-2 divide-y divide-line-soft">
        {samples.map(({ item, answers, read }) => (
          <li key={item._id} className="py-2.5">
            <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
              <span>
                Order {item.orderNumber}
                {item.quantity > 1 && `, × ${item.quantity}`}
              </span>
              {read.reading === "certain" && (
                <span className="inline-flex items-center gap-1 text-good-ink">
                  <Check aria-hidden="true" className="size-3.5" /> Read with certainty
                </span>
              )}
              {read.reading === "none" && <span>Nothing to print</span>}
            </div>
            <MarkedAnswers answers={answers} marks={read.marks} labels={labels} className="mt-0.5" />
            <AnswerFiles item={item} className="mt-0.5" />
            <ValuesRead fields={fields} values={read.values} />
            <Doubts doubts={read.doubts} className="mt-1" />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ValuesRead({
  fields,
  values,
}: {
  fields: readonly ArtworkField[]
  values: Sample["read"]["values"]
}) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
      {fields.map(({ name, label }) => (
        <div key={name} className="flex min-w-0 gap-1">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 font-[550] [overflow-wrap:anywhere]">{values[name] ?? "–"}</dd>
        </div>
      ))}
    </dl>
  )
}

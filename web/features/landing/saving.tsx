import { useId, useState } from "react"
import { dollarsText } from "./dollars-text.ts"
import { filmSaved, filmSaving } from "./film-saving.ts"

const count = new Intl.NumberFormat("en")

/** Shows what a visitor's own film would save, by the measured shares. */
export function Saving() {
  const [inches, setInches] = useState("1,000")
  const [price, setPrice] = useState("0.50")
  const saving = filmSaving(inches, price)
  return (
    <section aria-labelledby="saving-title" className="border-line-soft border-t bg-surface">
      <div className="mx-auto grid max-w-[76rem] gap-8 px-5 py-16 md:grid-cols-2 md:items-center md:gap-16 md:px-8 md:py-24">
        <div>
          <h2 id="saving-title" className="text-3xl font-[660]">
            What You Save On Film
          </h2>
          <p className="mt-3 max-w-[32rem] text-base text-pretty text-ink-2">
            Shapes lie closer together than boxes. On our test prints they took {percent(filmSaved.fewCopies)}{" "}
            less film for 60 copies of 20 designs, and {percent(filmSaved.manyCopies)} less for 500 copies of
            60, than the same copies packed tightly as boxes.
          </p>
        </div>
        <div className="rounded-xl border border-line bg-canvas p-5 md:p-6">
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField label="Film you use in a month" unit="in" value={inches} onText={setInches} />
            <NumberField label="Price of an inch of film" unit="$" value={price} onText={setPrice} />
          </div>
          <output className="mt-5 block min-h-19 border-line border-t pt-4">
            {saving === null ? (
              <span className="text-base text-ink-2">Please type two amounts above 0.</span>
            ) : (
              <>
                <b className="block text-2xl font-[660] tabular-nums">
                  {dollarsText(saving.dollars[0])} to {dollarsText(saving.dollars[1])} a month
                </b>
                <span className="text-base text-ink-2">
                  for {count.format(saving.inches[0])} to {count.format(saving.inches[1])} in less film.
                  Credits are not counted.
                </span>
              </>
            )}
          </output>
        </div>
      </div>
    </section>
  )
}

type NumberFieldProps = { label: string; unit: string; value: string; onText: (text: string) => void }

function NumberField({ label, unit, value, onText }: NumberFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-[550]">
        {label}
      </label>
      <div className="relative mt-1.5">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={value}
          onChange={(event) => onText(event.target.value)}
          className="h-11 w-full rounded-md border border-line-strong bg-surface px-3 pr-10 text-[1rem] text-ink tabular-nums outline-none focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-ring/22"
        />
        <span
          aria-hidden="true"
          className="absolute inset-y-0 right-3 grid place-items-center text-sm text-ink-3"
        >
          {unit}
        </span>
      </div>
    </div>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}

import { creditPackages } from "../../../contract/credits/package.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { dollarsText } from "./dollars-text.ts"

/** Shows what the packages of credits cost, in an account's first month and after it. */
export function Prices() {
  return (
    <section aria-labelledby="prices-title" className="border-line-soft border-t">
      <div className="mx-auto max-w-[76rem] px-5 py-16 md:px-8 md:py-24">
        <h2 id="prices-title" className="text-3xl font-[660]">
          What Credits Cost
        </h2>
        <p className="mt-3 max-w-[38rem] text-base text-pretty text-ink-2">
          One credit prints one copy, of any size. The first {TRIAL_CREDITS} are free. There is no monthly
          fee, and packing, orders and previews cost nothing.
        </p>
        <ul className="mt-8 grid gap-3 sm:grid-cols-3 md:gap-5">
          {Object.values(creditPackages).map(({ credits, firstMonthPriceCents, listPriceCents }) => {
            return (
              <li key={credits} className="rounded-lg border border-line bg-surface p-5 shadow-card">
                <h3 className="text-lg font-[620]">{credits.toLocaleString("en")} credits</h3>
                <p className="mt-3 text-2xl font-[660] tabular-nums">{centsText(firstMonthPriceCents)}</p>
                <p className="mt-1 text-sm text-ink-2">
                  in your first month, {centsText(firstMonthPriceCents / credits)} a copy
                </p>
                <p className="mt-3 border-line-soft border-t pt-3 text-sm text-ink-2">
                  <b className="font-[600] text-ink tabular-nums">{centsText(listPriceCents)}</b> after that,{" "}
                  {centsText(listPriceCents / credits)} a copy
                </p>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function centsText(cents: number): string {
  return dollarsText(cents / 100)
}

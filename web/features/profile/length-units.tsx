import { useRef } from "react"
import { Card } from "../../components/ui/card.tsx"
import { useScrollToHash } from "../../lib/use-scroll-to-hash.ts"
import { LengthUnitPicker } from "../sizes/length-unit.tsx"

/** Edits the unit of the account's lengths. `isSettled`: all above it has its height. */
export function LengthUnits({ isSettled }: { isSettled: boolean }) {
  const section = useRef<HTMLDivElement>(null)
  useScrollToHash(section, isSettled)
  return (
    <div id="lengths" ref={section} className="scroll-mt-20">
      <Card className="p-4 md:p-5">
        <h2 className="text-lg font-[620]">Inches or centimetres</h2>
        <p className="mt-1 mb-4 text-sm text-ink-2">
          For sizes, film, prices and reports. Typed with its unit, such as 7.5 in or 19 cm, a width is
          understood either way.
        </p>
        <LengthUnitPicker />
      </Card>
    </div>
  )
}

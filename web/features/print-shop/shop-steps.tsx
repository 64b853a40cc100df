import { Check } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { classNames } from "../../lib/class-names.ts"
import { PartForm } from "./part-form.tsx"
import { partTexts } from "./part-words.ts"
import { type PrintShop, partWords, type ShopPart, shopParts } from "./shop.ts"

type ShopStepsProps = {
  shop: PrintShop
  step: ShopPart
  /** Goes to a step; null ends them. */
  onStep: (step: ShopPart | null) => void
}

/** Asks for the print shop in four steps, one open at a time. A step is done when it says itself in one line. */
export function ShopSteps({ shop, step, onStep }: ShopStepsProps) {
  const done = shopParts.filter((part) => partWords(shop, part) !== null).length
  const next = shopParts[shopParts.indexOf(step) + 1] ?? null
  return (
    <>
      <PageHeader
        title="My print shop"
        description={`Four short steps, asked once. ${done} of ${shopParts.length} done.`}
      />
      <Card className="mt-4">
        <ol>
          {shopParts.map((part, index) => {
            const isOpen = part === step
            const words = partWords(shop, part)
            return (
              <li
                key={part}
                aria-current={isOpen ? "step" : undefined}
                className="border-line border-t px-4 py-4 first:border-t-0 md:px-5"
              >
                <div className="flex items-center gap-3 md:gap-4">
                  <StepMark number={index + 1} isOpen={isOpen} isDone={words !== null} />
                  <div className="min-w-0 flex-1">
                    <h2 className="text-base font-[620]">{partTexts[part].title}</h2>
                    <p className="text-sm text-ink-2 wrap-anywhere">
                      {isOpen ? partTexts[part].about : (words ?? partTexts[part].about)}
                    </p>
                  </div>
                  {!isOpen && (
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={`${words === null ? "Set" : "Change"}: ${partTexts[part].title}`}
                      onClick={() => onStep(part)}
                    >
                      {words === null ? "Set" : "Change"}
                    </Button>
                  )}
                </div>
                {isOpen && (
                  <div className="mt-4 md:pl-11">
                    <PartForm
                      key={part}
                      part={part}
                      shop={shop}
                      end={{ kind: "step", onDone: () => onStep(next), onLeave: () => onStep(next) }}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ol>
      </Card>
    </>
  )
}

type StepMarkProps = { number: number; isOpen: boolean; isDone: boolean }

function StepMark({ number, isOpen, isDone }: StepMarkProps) {
  const isTicked = isDone && !isOpen
  return (
    <span
      className={classNames(
        "grid size-7 flex-none place-items-center rounded-full text-sm font-[640]",
        isTicked && "bg-accent text-on-accent",
        isOpen && "border-2 border-accent text-accent-ink",
        !isTicked && !isOpen && "border-[1.5px] border-line-strong text-ink-2",
      )}
    >
      {isTicked ? (
        <>
          <Check className="size-3.5" aria-hidden="true" />
          <span className="sr-only">Done</span>
        </>
      ) : (
        number
      )}
    </span>
  )
}

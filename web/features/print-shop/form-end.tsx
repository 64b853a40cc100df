import { ArrowRight } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "../../components/ui/button.tsx"
import type { PrintShop } from "./shop.ts"

/** How a part's form ends: as a step it goes on, on the page it is saved or left. */
type FormEnd = {
  kind: "step" | "page"
  /** Called with the server's message once all is saved. */
  onDone: (message: string) => void
  /** Leaves a step for later, or the page's form as it was. */
  onLeave: () => void
}

export type PartFormProps = { shop: PrintShop; end: FormEnd }

type FormButtonsProps = {
  end: FormEnd
  isWorking?: boolean
  isDisabled?: boolean
  /** The page's last button, where something else has saved already. */
  verb?: string
  /** Without it the button submits the form around it. */
  onNext?: () => void
  /** A button that comes before the others. */
  first?: ReactNode
}

/** Shows the buttons beneath a part's form. */
export function FormButtons({ end, isWorking, isDisabled, verb = "Save", onNext, first }: FormButtonsProps) {
  const isStep = end.kind === "step"
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {first}
      <span className="flex-1" />
      <Button variant="ghost" onClick={end.onLeave}>
        {isStep ? "Skip for now" : "Cancel"}
      </Button>
      <Button
        variant="primary"
        type={onNext ? "button" : "submit"}
        isLoading={isWorking}
        disabled={isDisabled}
        onClick={onNext}
      >
        {isStep ? (
          <>
            Next <ArrowRight />
          </>
        ) : (
          verb
        )}
      </Button>
    </div>
  )
}

import { useMutation } from "@tanstack/react-query"
import { WandSparkles } from "lucide-react"
import type { InkFinding } from "../../../contract/artwork/ink.ts"
import { Button } from "../../components/ui/button.tsx"
import { inkTitle } from "./ink-words.ts"
import { mendImages } from "./mend-calls.ts"
import { mendAction } from "./mend-words.ts"

type MendButtonsProps = { imageId: string; finding: InkFinding }

/** Offers the mends that take a finding away, the best first: one click, with an Undo after it. */
export function MendButtons({ imageId, finding }: MendButtonsProps) {
  const mend = useMutation({
    mutationFn: (at: number) => mendImages(new Map([[imageId, finding.mends.slice(at, at + 1)]])),
  })
  return finding.mends.map((one, i) => (
    <Button
      key={one.kind}
      variant={i === 0 ? "secondary" : "ghost"}
      size="sm"
      icon={i === 0 ? <WandSparkles className="text-accent-ink" /> : undefined}
      isLoading={mend.isPending && mend.variables === i}
      disabled={mend.isPending}
      aria-label={`${mendAction(one, finding.count)}: mends ${inkTitle(finding)}`}
      onClick={() => mend.mutate(i)}
    >
      {mendAction(one, finding.count)}
    </Button>
  ))
}

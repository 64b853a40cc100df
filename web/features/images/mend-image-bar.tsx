import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { WandSparkles } from "lucide-react"
import { askedMends } from "../../../contract/artwork/asked-mends.ts"
import type { InkFinding } from "../../../contract/artwork/ink.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { lowerFirst } from "../../lib/format.ts"
import { mendImages } from "./mend-calls.ts"
import { mendWords } from "./mend-words.ts"

type MendImageBarProps = {
  imageId: string
  findings: readonly InkFinding[]
  /** The printed width that is looked at; null for the image's own. */
  widthIn: number | null
  /** The template that it is looked at under; null for the default one. */
  sheetTemplateId?: string | null
}

/** Mends all that can be mended of an image, having said what that is; or leads to its mends. */
export function MendImageBar({ imageId, findings, widthIn, sheetTemplateId = null }: MendImageBarProps) {
  const asked = askedMends(findings)
  const mend = useMutation({ mutationFn: () => mendImages(new Map([[imageId, asked]])) })
  const names = asked.map(({ kind }, i) =>
    i === 0 ? mendWords[kind].name : lowerFirst(mendWords[kind].name),
  )
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p className="min-w-22 flex-1 text-ink-2 text-xs">
        {asked.length > 0 && `${names.join(", ")}. `}The original is kept.
      </p>
      <Link
        to="/images/$imageId/mend"
        params={{ imageId }}
        search={{
          ...(widthIn === null ? {} : { widthIn: String(widthIn) }),
          ...(sheetTemplateId === null ? {} : { sheetTemplateId }),
        }}
        className={buttonVariants()}
        {...asCommand("edit-mends")}
      >
        Edit mends
      </Link>
      {asked.length > 0 && (
        <Button
          variant="primary"
          icon={<WandSparkles />}
          isLoading={mend.isPending}
          {...asCommand("mend-image")}
          onClick={() => mend.mutate()}
        >
          Mend all it can
        </Button>
      )}
    </div>
  )
}

import { useQuery } from "@tanstack/react-query"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"

/** Warns of a text that may be rude, if the seller wants that. The list of words is loaded then. */
export function RudeNote({ values, className }: { values: ArtworkValues; className?: string }) {
  const { user } = useAuth()
  const text = valuesJson(values)
  const warning = useQuery({
    queryKey: ["rude-words", text],
    queryFn: async () =>
      (await import("../../../contract/orders/rude-words.ts")).rudeWarning(JSON.parse(text)),
    enabled: user.warnsOfRudeWords && text !== "{}",
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  }).data
  if (!warning || !user.warnsOfRudeWords) return null
  return <p className={classNames("text-xs text-warn-ink", className)}>{warning}.</p>
}

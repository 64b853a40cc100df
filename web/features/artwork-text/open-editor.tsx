import { useQuery } from "@tanstack/react-query"
import type { Image } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { failureWords } from "../../lib/api.ts"
import { useSearchParam } from "../../lib/search-params.ts"
import { fontsOptions } from "../images/font-calls.ts"
import { namesInArtworkOptions, saidForOptions } from "./artwork-text-calls.ts"
import { EditorSkeleton } from "./editor-skeleton.tsx"
import { TextEditor } from "./text-editor.tsx"
import { wordedFields } from "./worded-fields.ts"

/** Opens the editor once the fonts and the artwork's own fields are known. */
export function OpenEditor({ image }: { image: Image }) {
  const fonts = useQuery({ ...fontsOptions(), meta: { silent: true } })
  const names = useQuery(namesInArtworkOptions(image))
  const orderItemId = useSearchParam("orderItem")
  const answers = useQuery({ ...saidForOptions(orderItemId), enabled: orderItemId !== "" })
  const failed = [fonts, names].find(({ isError, data }) => isError && data === undefined)
  if (failed) {
    return (
      <EmptyState
        headingLevel="h1"
        title="The editor could not be opened"
        description={failureWords(failed.error)}
        action={<Button onClick={() => void failed.refetch()}>Try again</Button>}
      />
    )
  }
  if (!fonts.data || !names.data || answers.isLoading) return <EditorSkeleton />
  const words = wordedFields(answers.data ?? [])
  return <TextEditor image={image} fonts={fonts.data.data} inArtwork={names.data} words={words} />
}

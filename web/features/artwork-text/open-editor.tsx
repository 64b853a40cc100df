import { useQuery } from "@tanstack/react-query"
import type { Image } from "../../../contract/artwork/image.ts"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
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
  const failure = loadFailure(fonts) ?? loadFailure(names)
  if (failure) return <PageFailure title="The editor could not be opened" {...failure} />
  if (!fonts.data || !names.data || answers.isLoading) return <EditorSkeleton />
  const words = wordedFields(answers.data ?? [])
  return <TextEditor image={image} fonts={fonts.data.data} inArtwork={names.data} words={words} />
}

import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Suspense } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { imageOptions } from "../images/image-calls.ts"
import { EditorSkeleton } from "./editor-skeleton.tsx"

// The editor with its calls and all else that no other page shows: loaded together with the image.
const loadEditor = () => import("./open-editor.tsx")
const OpenEditor = lazyRouteComponent(loadEditor, "OpenEditor")

/** Edits the texts of one image: the fields that differ from piece to piece, and their look. */
export function ArtworkTextScreen() {
  const { imageId } = useParams({ from: "/protected/images/$imageId/text" })
  const image = useQuery(imageOptions(imageId))
  const name = image.data?.name ?? "Image"
  usePageMeta({
    title: `Text of ${name}`,
    crumbs: [
      { label: "Images", href: "/images" },
      { label: name, href: `/images?editImage=${imageId}` },
      { label: "Text" },
    ],
  })
  const failure = loadFailure(image)
  if (failure) return <PageFailure title="This image does not exist" {...failure} />
  if (!image.data) return <EditorSkeleton />
  if (image.data.status !== "Ready") return <NotReady image={image.data} />
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <OpenEditor key={imageId} image={image.data} />
    </Suspense>
  )
}

ArtworkTextScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(imageOptions(params.imageId))
  // The screen asks again for what does not arrive.
  loadEditor().catch(() => undefined)
}

function NotReady({ image }: { image: Image }) {
  return (
    <EmptyState
      headingLevel="h1"
      title="This image is not ready"
      description={image.failureReason ?? "You can add text in a moment, as soon as it has been processed."}
      action={
        <Link to="/images" className={buttonVariants()}>
          Back to images
        </Link>
      }
    />
  )
}

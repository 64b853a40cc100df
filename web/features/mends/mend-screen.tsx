import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Suspense } from "react"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { imageOptions } from "../images/image-calls.ts"

// The editor with all that no other page shows: loaded together with the image.
const loadEditor = () => import("./mend-editor.tsx")
const MendEditor = lazyRouteComponent(loadEditor, "MendEditor")

/** Edits the mends of one image. */
export function MendScreen() {
  const { imageId } = useParams({ from: "/protected/images/$imageId/mend" })
  const image = useQuery(imageOptions(imageId))
  const name = image.data?.name ?? "Image"
  usePageMeta({
    title: `Mends of ${name}`,
    crumbs: [
      { label: "Images", href: "/images" },
      { label: name, href: `/images?editImage=${imageId}` },
      { label: "Mends" },
    ],
  })
  const failure = loadFailure(image)
  const skeleton = <Skeleton className="h-130 rounded-xl" />
  if (failure) return <PageFailure title="This image does not exist" {...failure} />
  if (!image.data) return skeleton
  const { status, failureReason } = image.data
  if (status !== "Ready")
    return (
      <EmptyState
        headingLevel="h1"
        title="This image is not ready"
        description={failureReason ?? "It can be mended in a moment, as soon as it has been processed."}
        action={
          <Link to="/images" className={buttonVariants()}>
            Back to images
          </Link>
        }
      />
    )
  return (
    <Suspense fallback={skeleton}>
      <MendEditor key={imageId} image={image.data} />
    </Suspense>
  )
}

MendScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(imageOptions(params.imageId))
  // The screen asks again for what does not arrive.
  loadEditor().catch(() => undefined)
}

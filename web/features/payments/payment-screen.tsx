import { Link } from "@tanstack/react-router"
import { CircleX } from "lucide-react"
import { buttonVariants } from "../../components/ui/button.tsx"

/** A payment that cannot be found. */
export function PaymentScreen() {
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <span className="grid size-12 place-items-center rounded-lg bg-bad-soft text-bad-ink">
        <CircleX className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-xl font-[640]">Payment Failed</h1>
      <p className="mt-1 text-ink-2">No payment was found here, and nothing was charged.</p>
      <Link to="/" className={buttonVariants({ variant: "primary", size: "lg", className: "mt-6" })}>
        Go to Homepage
      </Link>
    </div>
  )
}

import layoutKernel from "../sheet/kernel/build/layout.wasm"
import type { LayoutHost } from "../sheet/layout/layout-kernel.ts"

/** The packing's host in a Worker. */
export const layoutHost: LayoutHost = { layoutKernel }

"use client";

import { PageFault } from "@/components/shell/page-fault";

/** Where not even the frame could be made, as when the database that knows the session is away. */
export default function RootError(props: React.ComponentProps<typeof PageFault>) {
  return (
    <main className="min-h-dvh bg-surface">
      <PageFault {...props} />
    </main>
  );
}

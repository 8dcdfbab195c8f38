"use client";

import { lazy, Suspense } from "react";
import { Section } from "@/components/ui/page/sections";
import { markFieldLabels } from "@/components/vocabulary/values";
import type { CallNotesProps } from "./call-notes";

// The list itself needs none of it.
const CallNotes = lazy(() => import("./call-notes"));

/** What people say of a call; its place is kept until what shows it has come. */
export function NotesSection(props: CallNotesProps) {
  return (
    <Suspense
      fallback={
        <Section title={markFieldLabels.notes}>
          <div className="h-64" />
        </Section>
      }
    >
      <CallNotes {...props} />
    </Suspense>
  );
}

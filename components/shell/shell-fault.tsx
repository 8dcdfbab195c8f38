"use client";

import { type ComponentType, createContext, useContext } from "react";
import type { PageFaultProps } from "./page-fault";

/** What a frame shows in place of a page, so that a page's own boundary need not bring it along. */
export const ShellFault = createContext<ComponentType<PageFaultProps> | null>(null);

/** For a boundary inside the frame. Where there is no frame, the fault goes on to the root. */
export function PageFaultInShell(props: PageFaultProps) {
  const Fault = useContext(ShellFault);
  if (!Fault) throw props.error;
  return <Fault {...props} />;
}

import type { Metadata } from "next";
import { pagesTexts } from "./texts.en";

/** A page's `generateMetadata`: its title in the language of who looks. */
export function titled(read: (t: ReturnType<typeof pagesTexts>) => string): () => Metadata {
  return () => ({ title: read(pagesTexts()) });
}

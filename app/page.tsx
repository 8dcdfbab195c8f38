import { redirect } from "next/navigation";
import { loadHome } from "@/lib/saved-views/load";

/** Where everybody begins. */
export default async function HomePage() {
  redirect(await loadHome());
}

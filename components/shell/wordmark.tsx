import Link from "next/link";
import { Logo } from "@/components/ui/logo";

export function Wordmark() {
  return (
    <Link
      href="/recordings"
      className="flex items-center gap-2 rounded-md font-semibold text-[0.9375rem] tracking-tight"
    >
      <Logo className="size-6" />
      Earshot
    </Link>
  );
}

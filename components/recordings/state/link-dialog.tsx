"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { texts } from "@/lib/language/texts";

/** The link, selected, where the browser lets no button copy it. */
export default function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = linkDialogTexts();
  const ref = useRef<HTMLInputElement>(null);

  useEffect(() => {
    ref.current?.focus();
    ref.current?.select();
  }, []);

  return (
    <Dialog label={t.copyLink} onClose={onClose} className="max-w-[min(32rem,calc(100vw-2rem))]">
      <div className="space-y-3 p-4">
        <Field ref={ref} label={t.link} hint={t.copyYourself} value={link} readOnly />
        <div className="flex justify-end">
          <Button size="small" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export const linkDialogTexts = texts("linkDialog", {
  copyLink: "Copy link",
  link: "Link",
  copyYourself: "Your browser blocked copying. The link is selected: copy it yourself.",
  close: "Close",
});

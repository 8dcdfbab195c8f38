"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { Dialog } from "@/components/ui/overlay/dialog";

/** The link, selected, where the browser lets no button copy it. */
export default function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const ref = useRef<HTMLInputElement>(null);

  useEffect(() => {
    ref.current?.focus();
    ref.current?.select();
  }, []);

  return (
    <Dialog label="Copy link" onClose={onClose} className="max-w-[min(32rem,calc(100vw-2rem))]">
      <div className="space-y-3 p-4">
        <Field
          ref={ref}
          label="Link"
          hint="Your browser keeps the clipboard closed. The link is selected: copy it yourself."
          value={link}
          readOnly
        />
        <div className="flex justify-end">
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

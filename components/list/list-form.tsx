"use client";

import type { ComponentProps } from "react";
import { useListNavigation } from "./list-navigation";
import { toListHref } from "./to-list-href";

type ListFormProps = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit"> & {
  /** The parameters of the list's address that this form leaves as they are. */
  others: [string, string][];
};

/** A form whose fields are parameters of the list's address. Without scripts it is a plain GET. */
export function ListForm({ others, children, ...props }: ListFormProps) {
  const { navigate } = useListNavigation();
  return (
    <form
      action="/recordings"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(toListHref(textEntries(event.currentTarget)));
      }}
      {...props}
    >
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Only a file field would hold anything but text. */
function textEntries(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

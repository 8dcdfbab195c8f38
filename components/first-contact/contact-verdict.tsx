import { Callout } from "@/components/ui/page/callout";
import { Code } from "@/components/ui/page/code";
import type { FieldReadingView, FirstContactView } from "@/lib/intake/first-contact/views";

/** Whether the service and Earshot understand each other, and what to do if not. */
export function ContactVerdict({ contact }: { contact: FirstContactView }) {
  const { outcome, record, problem } = contact;
  if (problem) {
    return (
      <Callout mood="bad" title="It could not be read">
        <p>{problem}</p>
        <p>{whatToDo}</p>
      </Callout>
    );
  }
  const fields = record?.fields ?? [];
  const others = record?.otherRemarks ?? [];
  if (outcome === "quarantined") {
    return (
      <Callout mood="bad" title="It arrived, and is held back">
        <p>
          {count(fields, "wrong") > 0
            ? `${count(fields, "wrong")} of ${fields.length} fields can’t be understood; they are marked below.`
            : "Something in it can’t be understood."}
        </p>
        <Remarks remarks={others} />
        <p>{whatToDo}</p>
      </Callout>
    );
  }
  const wrong = count(fields, "wrong");
  if (wrong > 0) {
    return (
      <Callout mood="warn" title="It was understood in part">
        <p>
          {wrong} of {fields.length} fields are missing or can’t be read; they are marked below, and
          the call is marked as incomplete.
        </p>
        <Remarks remarks={others} />
        <p>{whatToDo}</p>
      </Callout>
    );
  }
  const noted = count(fields, "noted");
  if (noted === 0 && others.length === 0) {
    return (
      <Callout mood="good" title="It was understood">
        All {fields.length} fields came as expected. Every later call will be in the list by itself.
      </Callout>
    );
  }
  return (
    <Callout mood="good" title="It was understood, with notices">
      <p>
        {noted > 0
          ? `${noted} of ${fields.length} fields came in another form than expected; Earshot knew how to take them. Look below whether it took them right.`
          : "Earshot knew how to take it."}
      </p>
      <Remarks remarks={others} />
    </Callout>
  );
}

const whatToDo =
  "Nothing is lost: its bytes are kept, and later deliveries go on. Ask the calling service what it means, or update Earshot; then open the delivery and choose “Read again”.";

function Remarks({ remarks }: { remarks: { path: string; message: string }[] }) {
  return remarks.map(({ path, message }) => (
    <p key={`${path} ${message}`}>
      {path ? <Code>{path}</Code> : null} {message}
    </p>
  ));
}

function count(fields: FieldReadingView[], state: FieldReadingView["state"]): number {
  return fields.filter((field) => field.state === state).length;
}

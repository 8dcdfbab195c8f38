import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";

type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant; size?: ButtonSize };

export function Button({
  variant = "secondary",
  size = "medium",
  type = "button",
  className,
  ...props
}: ButtonProps) {
  return (
    <button type={type} className={classNames(buttonStyle(variant, size), className)} {...props} />
  );
}

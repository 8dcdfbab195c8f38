import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";
import { classNames } from "./class-names";

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

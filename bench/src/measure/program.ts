import type { JudgedFigures } from './report.ts';

/** Options of a program with their defaults. An option with a text is optional and has no default. */
export type ProgramOptions = Readonly<Record<string, number | string>>;

/** A program of `script/bench`. */
export interface Program<Options extends ProgramOptions, Figures extends JudgedFigures> {
  /** One line of the help. */
  summary: string;
  defaults: Options;
  measure(options: Options): Promise<Figures>;
  /** Formats the figures as blocks of text, without the A/A ratios and goals. */
  format(figures: Figures): readonly string[] | Promise<readonly string[]>;
}

/** Declares a program. The types of its options and figures are inferred. */
export const defineProgram = <Options extends ProgramOptions, Figures extends JudgedFigures>(
  program: Program<Options, Figures>,
): Program<Options, Figures> => program;

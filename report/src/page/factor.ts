// Cholesky factors of parts of a symmetric matrix, for f that depend on one.

/** A symmetric matrix, given as its lower triangle row by row. */
export class Symmetric {
  constructor(private readonly triangle: Float64Array) {}

  at(i: number, j: number): number {
    return this.triangle[i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i] as number;
  }
}

export interface Factor {
  /** The columns that add a direction, in order. */
  basis: number[];
  /** L with L L' = A on the basis: row after row, each up to its diagonal. */
  rows: Float64Array[];
}

/**
 * Column after column. One whose remaining square is at most `dependent` times its own square adds
 * no direction and is left out.
 */
export function factorOf(matrix: Symmetric, columns: number[], dependent: number): Factor {
  const basis: number[] = [];
  const rows: Float64Array[] = [];
  for (const column of columns) {
    const row = new Float64Array(basis.length + 1);
    const square = matrix.at(column, column);
    let left = square;
    for (const [i, earlier] of basis.entries()) {
      const other = rows[i] as Float64Array;
      let entry = matrix.at(column, earlier);
      for (let j = 0; j < i; ++j) entry -= (row[j] as number) * (other[j] as number);
      entry /= other[i] as number;
      row[i] = entry;
      left -= entry * entry;
    }
    if (!(left > dependent * square)) continue;
    row[basis.length] = Math.sqrt(left);
    basis.push(column);
    rows.push(row);
  }
  return { basis, rows };
}

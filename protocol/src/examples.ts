/** All examples share one story: Ana asks Radu about offer 10001, and Mia from the call centre joins. */
export const ana = { id: 7, name: "Ana Popescu", type: "customer" } as const;
export const radu = { id: 3, name: "Radu Marin", type: "erp" } as const;
export const mia = { id: 5, name: "Mia Stan", type: "agent" } as const;

export const epoch = "0189d6a2-0000-7000-8000-0000000e90c4";
export const clientId = "0189d6a2-4f5e-7c1a-9b3d-2f6a8c0e1d57";
export const uploadId = "5b0d7a4e-91c3-4f28-8a6f-3e2d1c0b9a87";
export const token = "Zp3m0vV1c6bq0b7X1k9y2wq8d5r4t6u7";

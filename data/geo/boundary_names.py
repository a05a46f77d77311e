"""Natural Earth's names of divisions, with the codes and the spelling used here.

Codes are ISO 3166-2 and ISO 3166-1 alpha-2. Natural Earth's own code columns are cut short or
repeated in the source, so its names, unique within a country, are the key. "Vargas" was renamed
La Guaira in 2019; ISO 3166-2 has the new name.
"""

from __future__ import annotations

DEPARTMENTS: dict[str, tuple[str, str]] = {
    "Amazonas": ("CO-AMA", "Amazonas"),
    "Antioquia": ("CO-ANT", "Antioquia"),
    "Arauca": ("CO-ARA", "Arauca"),
    "Atlántico": ("CO-ATL", "Atlántico"),
    "Bogota": ("CO-DC", "Bogotá, D.C."),
    "Bolívar": ("CO-BOL", "Bolívar"),
    "Boyacá": ("CO-BOY", "Boyacá"),
    "Caldas": ("CO-CAL", "Caldas"),
    "Caquetá": ("CO-CAQ", "Caquetá"),
    "Casanare": ("CO-CAS", "Casanare"),
    "Cauca": ("CO-CAU", "Cauca"),
    "Cesar": ("CO-CES", "Cesar"),
    "Chocó": ("CO-CHO", "Chocó"),
    "Cundinamarca": ("CO-CUN", "Cundinamarca"),
    "Córdoba": ("CO-COR", "Córdoba"),
    "Guainía": ("CO-GUA", "Guainía"),
    "Guaviare": ("CO-GUV", "Guaviare"),
    "Huila": ("CO-HUI", "Huila"),
    "La Guajira": ("CO-LAG", "La Guajira"),
    "Magdalena": ("CO-MAG", "Magdalena"),
    "Meta": ("CO-MET", "Meta"),
    "Nariño": ("CO-NAR", "Nariño"),
    "Norte de Santander": ("CO-NSA", "Norte de Santander"),
    "Putumayo": ("CO-PUT", "Putumayo"),
    "Quindío": ("CO-QUI", "Quindío"),
    "Risaralda": ("CO-RIS", "Risaralda"),
    "San Andrés y Providencia": ("CO-SAP", "San Andrés y Providencia"),
    "Santander": ("CO-SAN", "Santander"),
    "Sucre": ("CO-SUC", "Sucre"),
    "Tolima": ("CO-TOL", "Tolima"),
    "Valle del Cauca": ("CO-VAC", "Valle del Cauca"),
    "Vaupés": ("CO-VAU", "Vaupés"),
    "Vichada": ("CO-VID", "Vichada"),
}

STATES: dict[str, tuple[str, str]] = {
    "Distrito Capital": ("VE-A", "Distrito Capital"),
    "Anzoátegui": ("VE-B", "Anzoátegui"),
    "Apure": ("VE-C", "Apure"),
    "Aragua": ("VE-D", "Aragua"),
    "Barinas": ("VE-E", "Barinas"),
    "Bolívar": ("VE-F", "Bolívar"),
    "Carabobo": ("VE-G", "Carabobo"),
    "Cojedes": ("VE-H", "Cojedes"),
    "Falcón": ("VE-I", "Falcón"),
    "Guárico": ("VE-J", "Guárico"),
    "Lara": ("VE-K", "Lara"),
    "Mérida": ("VE-L", "Mérida"),
    "Miranda": ("VE-M", "Miranda"),
    "Monagas": ("VE-N", "Monagas"),
    "Nueva Esparta": ("VE-O", "Nueva Esparta"),
    "Portuguesa": ("VE-P", "Portuguesa"),
    "Sucre": ("VE-R", "Sucre"),
    "Táchira": ("VE-S", "Táchira"),
    "Trujillo": ("VE-T", "Trujillo"),
    "Yaracuy": ("VE-U", "Yaracuy"),
    "Zulia": ("VE-V", "Zulia"),
    "Dependencias Federales": ("VE-W", "Dependencias Federales"),
    "Vargas": ("VE-X", "La Guaira"),
    "Delta Amacuro": ("VE-Y", "Delta Amacuro"),
    "Amazonas": ("VE-Z", "Amazonas"),
}

# Natural Earth alpha-3: (alpha-2, English, Spanish).
COUNTRIES: dict[str, tuple[str, str, str]] = {
    "ABW": ("AW", "Aruba", "Aruba"),
    "BRA": ("BR", "Brazil", "Brasil"),
    "COL": ("CO", "Colombia", "Colombia"),
    "CRI": ("CR", "Costa Rica", "Costa Rica"),
    "CUW": ("CW", "Curaçao", "Curazao"),
    "ECU": ("EC", "Ecuador", "Ecuador"),
    "GUY": ("GY", "Guyana", "Guyana"),
    "HND": ("HN", "Honduras", "Honduras"),
    "NIC": ("NI", "Nicaragua", "Nicaragua"),
    "PAN": ("PA", "Panama", "Panamá"),
    "PER": ("PE", "Peru", "Perú"),
    "SLV": ("SV", "El Salvador", "El Salvador"),
    "SUR": ("SR", "Suriname", "Surinam"),
    "TTO": ("TT", "Trinidad and Tobago", "Trinidad y Tobago"),
    "VEN": ("VE", "Venezuela", "Venezuela"),
}
